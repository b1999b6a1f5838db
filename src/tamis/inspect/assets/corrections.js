// What a person put right: kept as the difference to what the strategy decided.
// It becomes a line of a label file (the page and its content, as `tamis evaluate` reads it) or rules for the site.

const SHORT = 4;   // words: a shorter text may stand elsewhere on the page, too, and is no snippet to look for

export class Corrections {
  constructor(view, run) {
    this.view = view;
    this.run = run;
    this.blocks = run.document.blocks;
    this.made = new Map();
  }

  kept(index) {
    return this.made.get(index) ?? this.blocks[index].kept;
  }

  set(index, kept) {
    if (kept === this.blocks[index].kept) this.made.delete(index);
    else this.made.set(index, kept);
  }

  // Why the page cannot be a label, if it cannot.
  get hindrance() {
    if (this.run.total > this.blocks.length) return `The page has ${this.run.total} blocks, too many to label by hand.`;
    return null;
  }

  record(name) {
    const texts = (wanted) => [...this.made].filter(([, kept]) => kept === wanted).map(([index]) => this.blocks[index].text)
      .filter((text) => text.split(/\s+/).length >= SHORT);
    return {
      id: this.view.url ?? name ?? `page-${hash(this.view.source)}`,
      url: this.view.url ?? null,
      html: this.view.source,
      gold: this.blocks.filter(({ index }) => this.kept(index)).map(({ text }) => text).join("\n"),
      must_have: texts(true),
      must_not_have: texts(false),
    };
  }

  // CSS selectors that put this page right: the widest that touch no block whose decision stands.
  rules(frame) {
    const rules = { keep: [], drop: [], without: 0 };
    for (const [index, kept] of this.made) {
      const node = frame.marks.get(index)?.[0];
      const chosen = rules[kept ? "keep" : "drop"];
      if (node && chosen.some((selector) => node.closest(selector))) continue;
      const selector = node ? this.selector(frame.document, node, this.blocks[index], kept) : null;
      if (selector) chosen.push(selector);
      else rules.without += 1;
    }
    return rules;
  }

  selector(page, node, block, kept) {
    const fits = (selector) => [...page.querySelectorAll(selector)].every((match) => this.agrees(match, kept));
    let best = null;
    for (let here = node; here && here !== page.body && this.agrees(here, kept); here = here.parentElement) {
      best = names(here).find(fits) ?? best;
    }
    const holder = isWrapper(node) ? node.parentElement : node;
    return best ?? (holder !== page.body && this.agrees(holder, kept) ? exact(block.xpath) : null);
  }

  // Whether all blocks in an element are as they should be when it is kept, or dropped.
  agrees(element, kept) {
    const marks = [...element.querySelectorAll("[data-b]")];
    const around = element.closest("[data-b]");
    if (around) marks.push(around);
    return marks.every((mark) => this.kept(Number(mark.getAttribute("data-b"))) === kept);
  }
}

// A span that is ours: text that shares its element with other blocks.
const isWrapper = (node) => node.localName === "span" && node.hasAttribute("data-b") && !node.className && !node.id;

// Selectors by an element's id and classes; names with digits in them are made by machines and change.
function names(element) {
  const stable = (name) => /^[A-Za-z_-]+$/.test(name);
  const tag = element.hasAttribute("data-x") ? "" : element.localName;
  const found = [];
  if (element.id && stable(element.id)) found.push(`#${CSS.escape(element.id)}`);
  const classes = [...element.classList].filter(stable).map((name) => `.${CSS.escape(name)}`);
  for (const name of classes) found.push(`${tag}${name}`);
  if (classes.length > 1) found.push(`${tag}${classes.join("")}`);
  return found;
}

// The XPath of an element as a selector: /html/body[1]/*[2]/p[3] is body > :nth-child(2) > p:nth-of-type(3).
function exact(xpath) {
  const steps = xpath.split("/").slice(3);
  if (!steps.length) return null;
  return ["body", ...steps.map((step) => {
    const [, tag, place] = /^(.+)\[(\d+)\]$/.exec(step);
    return tag === "*" ? `:nth-child(${place})` : `${tag}:nth-of-type(${place})`;
  })].join(" > ");
}

function hash(text) {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value.toString(36);
}

export function commandLine(rules) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  return ["keep", "drop"].flatMap((kind) => rules[kind].map((selector) => `--${kind} ${quoted(selector)}`)).join(" ");
}
