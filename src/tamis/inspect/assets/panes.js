// The panes beside the marked page: the reader's view, Markdown and JSON.

import { copyText, download, el } from "./dom.js";

const READER = `
:root { color-scheme: light } body { font: 18px/1.65 Georgia, "Noto Serif", "DejaVu Serif", serif; max-width: 38em; margin: 32px auto; padding: 0 20px;
  color: #1c211e; background: #fff; overflow-wrap: anywhere }
h1, h2, h3, h4 { line-height: 1.25; font-family: system-ui, sans-serif } pre { overflow-x: auto; background: #f2f4f3; padding: 12px; border-radius: 8px; font-size: 14px }
table { border-collapse: collapse; font-size: 16px } td, th { border: 1px solid #cfd6d2; padding: 4px 10px } blockquote { margin-left: 0; padding-left: 16px; border-left: 3px solid #b9c4bd }
a { color: #15704a } .nothing { color: #777; font-style: italic }`;
const READER_DARK = `:root { color-scheme: dark } body { color: #e2e8e4; background: #161b18 } pre { background: #222a26 } td, th { border-color: #3a453f } a { color: #58c98d }`;
const READER_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

// What was kept, set to be read: in a frame without any rights, though it was written anew and is clean.
export function readerPane(html, dark, note) {
  const style = READER + (dark ? READER_DARK : "");
  const body = html.trim() || '<p class="nothing">Nothing of this page was kept.</p>';
  const frame = el("iframe", { sandbox: "", title: "What was kept", class: "reader" });
  frame.srcdoc = `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${READER_POLICY}"><style>${style}</style><body>${unlinked(body)}`;
  return el("div", { class: "text-pane" }, note ? el("div", { class: "row-of-buttons" }, el("span", {}, note)) : null, frame);
}

// Links are shown and lead nowhere: a click must not turn the frame into another page.
function unlinked(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const link of page.querySelectorAll("[href]")) {
    link.title = link.getAttribute("href");
    link.removeAttribute("href");
    link.style.textDecoration = "underline";
  }
  return page.body.innerHTML;
}

const PLAIN = new Set(["h1", "h2", "h3", "h4", "h5", "h6", "li", "pre", "blockquote"]);

// Blocks as they are put right, where there is no service to write them: each by its own tag, its text plain.
export function plainly(blocks) {
  const pieces = blocks.map(({ tag, text }) => {
    const node = el(PLAIN.has(tag) ? tag : "p", { dir: "auto" }, text);
    return tag === "li" ? el("ul", {}, node) : node;
  });
  return { reader: pieces.map((piece) => piece.outerHTML).join("\n"), markdown: blocks.map(plainMarkdown).join("\n\n") };
}

function plainMarkdown({ tag, text }) {
  if (tag === "pre") return `\`\`\`\n${text}\n\`\`\``;
  const escaped = text.replace(/[\\`*_[\]<>]/g, "\\$&");
  if (/^h[1-6]$/.test(tag)) return `${"#".repeat(Number(tag[1]))} ${escaped}`;
  return ({ li: "- ", blockquote: "> " }[tag] ?? "") + escaped;
}

export function textPane(text, name, type, note) {
  return el("div", { class: "text-pane" },
    el("div", { class: "row-of-buttons" }, el("span", {}, note ?? ""),
      el("button", { type: "button", onclick: () => copyText(text) }, "Copy"),
      el("button", { type: "button", onclick: () => download(name, text, type) }, "Download")),
    el("pre", { tabindex: "0", dir: "auto" }, text));
}
