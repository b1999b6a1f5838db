"""Draws what each page strategy keeps of a sample page: the pictures in docs/strategies.md.

    pip install pillow && apt-get install chromium
    python docs/pictures.py [--page examples/pages/blog-comments.html] [--out docs/pictures] [STRATEGY …]

The page's source is coloured run by run, kept text green and dropped text grey: a run of text has no markup in it, and
its span says where it stands in the source, so a ``mark`` around it changes nothing else. Chromium draws the result.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops

import tamis
from tamis.html.spans import locate
from tamis.strategies.base import available_strategies

HERE = Path(__file__).parent
URL = "https://crumbandclutter.example.org/2023/02/out-wait/"
WIDTH, TALLEST = 1120, 6000
"""pixels of the window; what the page leaves empty below is cut off"""
SHOWN_WIDTH = 700
KEPT, KEPT_INK, DROPPED, DROPPED_INK = (166, 227, 161), (11, 46, 11), (228, 228, 228), (128, 128, 128)
"""light green under near black, light grey under grey"""
STYLE = f"""<style>
body {{ font: 16px/1.3 "DejaVu Sans", sans-serif; margin: 12px; background: #fff; color: rgb{KEPT_INK} }}
a, a * {{ color: inherit; text-decoration: none }}
mark.kept {{ background: rgb{KEPT}; color: rgb{KEPT_INK} }}
mark.dropped {{ background: rgb{DROPPED}; color: rgb{DROPPED_INK} }}
input, textarea, select, button {{ border: 1px solid rgb{DROPPED}; background: #fff; height: 1.4em }}
</style>"""


def coloured(source: str, strategy: str, url: str) -> str:
    """The page's source with a mark around each run of text."""
    document = tamis.analyze(source, url, strategy=strategy)
    page, kept = document.page, document.decisions.kept
    made = np.flatnonzero(page.first_run >= 0)
    pieces = [
        (run, bool(kept[row]))
        for row in made.tolist()
        for run in range(int(page.first_run[row]), int(page.last_run[row]) + 1)
        if page.tree.runs[run].strip()
    ]
    runs = np.array([run for run, _ in pieces], np.int64)
    spans = locate(page.tree, runs, runs)
    places = zip(spans.start.tolist(), spans.end.tolist(), (stays for _, stays in pieces), strict=True)
    text, at = [], 0
    for start, end, stays in sorted(places):
        if start >= at:
            text += [source[at:start], f'<mark class="{"kept" if stays else "dropped"}">', source[start:end], "</mark>"]
            at = end
    text.append(source[at:])
    return "".join(text).replace("</head>", STYLE + "</head>", 1)


def draw(html: str, picture: Path) -> None:
    """A picture of a page, as a browser shows it."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        sys.exit("there is no chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
        page.write_text(html, encoding="utf-8")
        subprocess.run(  # noqa: S603 - our own arguments
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-lcd-text",
                "--host-resolver-rules=MAP * ~NOTFOUND",  # the sample pages' pictures are on hosts that are not there
                f"--user-data-dir={folder}/profile", f"--window-size={WIDTH},{TALLEST}", f"--screenshot={shot}",
                page.as_uri(),
            ],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        image = Image.open(shot).convert("RGB")
    white = Image.new("RGB", image.size, "#fff")
    bottom = (ImageChops.difference(image, white).getbbox() or (0, 0, 0, 1))[3]
    image = image.crop((0, 0, WIDTH, min(bottom + 12, TALLEST)))
    image = image.resize((SHOWN_WIDTH, round(image.height * SHOWN_WIDTH / WIDTH)), Image.Resampling.LANCZOS)
    image.quantize(palette=palette(), dither=Image.Dither.NONE).save(picture, optimize=True)


def palette() -> Image.Image:
    """White, and on each background its ink in a few strengths: so few colours keep a picture under 60 KB."""
    shades: list[tuple[int, ...]] = [(255, 255, 255)]
    for paper, ink in ((KEPT, KEPT_INK), (DROPPED, DROPPED_INK)):
        for part in (0, 0.35, 0.7, 1):
            shades.append(tuple(round(p + (i - p) * part) for p, i in zip(paper, ink, strict=True)))
    image = Image.new("P", (1, 1))
    image.putpalette([value for shade in shades for value in shade])
    return image


def main() -> None:
    """Draw the page by the strategies named, or by all that decide on single pages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", type=Path, default=HERE.parent / "examples/pages/blog-comments.html")
    parser.add_argument("--url", default=URL)
    parser.add_argument("--out", type=Path, default=HERE / "pictures")
    parser.add_argument("strategies", nargs="*")
    options = parser.parse_args()
    source = options.page.read_text(encoding="utf-8")
    options.out.mkdir(exist_ok=True)
    for name in options.strategies or [s.name for s in available_strategies() if s.scope == "page"]:
        picture = options.out / f"{name}.png"
        draw(coloured(source, name, options.url), picture)
        print(f"{picture}: {picture.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
