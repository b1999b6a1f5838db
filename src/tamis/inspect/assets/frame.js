// A copy of a page in a frame that can run nothing, with its blocks outlined.
// The frame has our origin so that we can listen in it, but neither scripts, forms, popups nor navigation; its copy of
// the page was written anew by the service and is held by a policy of its own.

import { el } from "./dom.js";

export class PageFrame {
  // "text" is told each text that is clicked, and says whether that was all that the click was for.
  constructor(host, { label, hover = () => {}, pick = () => {}, key = () => {}, text = () => false }) {
    this.host = host;
    this.handlers = { hover, pick, key, text };
    this.frame = el("iframe", { sandbox: "allow-same-origin", title: label, referrerpolicy: "no-referrer", class: "page" });
    this.marks = new Map();
    host.append(this.frame);
  }

  // Show a copy; resolves when it is there.
  async show(copy) {
    const loaded = new Promise((resolve) => { this.frame.addEventListener("load", resolve, { once: true }); });
    this.frame.srcdoc = copy;
    await loaded;
    this.document = this.frame.contentDocument;
    this.marks = new Map();
    for (const node of this.document.querySelectorAll("[data-b]")) {
      const block = Number(node.getAttribute("data-b"));
      if (!this.marks.has(block)) this.marks.set(block, []);
      this.marks.get(block).push(node);
    }
    const blockOf = (event) => {
      const node = event.target.closest?.("[data-b]");
      return node ? Number(node.getAttribute("data-b")) : null;
    };
    this.document.addEventListener("mousemove", (event) => {
      const box = this.frame.getBoundingClientRect();
      this.handlers.hover(blockOf(event), box.left + event.clientX, box.top + event.clientY);
    });
    this.document.addEventListener("mouseleave", () => this.handlers.hover(null, 0, 0));
    this.document.addEventListener("click", (event) => {
      event.preventDefault();
      const block = blockOf(event);
      this.handlers.hover(null, 0, 0);
      if (this.handlers.text(this.textAt(event))) return;
      if (block !== null) this.handlers.pick(block);
    });
    for (const kind of ["submit", "auxclick", "dragstart"]) this.document.addEventListener(kind, (event) => event.preventDefault());
    this.document.addEventListener("keydown", (event) => this.handlers.key(event));
  }

  // Colour a block: its state is k (kept), d (dropped), a or b (kept by one of two), its score the strength.
  mark(block, state, score, corrected = false) {
    const certain = state === "d" ? 1 - score : score;
    for (const node of this.marks.get(block) ?? []) {
      node.setAttribute("data-s", state);
      node.style.setProperty("--a", (0.05 + 0.22 * certain ** 2).toFixed(3));
      node.toggleAttribute("data-c", corrected);
    }
  }

  select(block, scroll = true) {
    for (const node of this.document?.querySelectorAll("[data-sel]") ?? []) node.removeAttribute("data-sel");
    const nodes = this.marks.get(block) ?? [];
    for (const node of nodes) node.setAttribute("data-sel", "");
    if (scroll && nodes.length) nodes[0].scrollIntoView({ block: "center", behavior: "instant" });
  }

  // With the page's own styles or in plain view, for pages whose styles are in the way.
  setStyled(styled) {
    for (const node of this.document?.querySelectorAll("style[data-page]") ?? []) node.sheet.disabled = !styled;
    if (!styled) for (const node of this.document?.querySelectorAll("[style]") ?? []) {
      node.dataset.was ??= node.getAttribute("style").replace(/--a:[^;]*;?/, "");
      node.setAttribute("style", /--a:[^;]*/.exec(node.getAttribute("style"))?.[0] ?? "");
    } else for (const node of this.document?.querySelectorAll("[data-was]") ?? []) {
      node.setAttribute("style", `${node.dataset.was};${node.getAttribute("style")}`);
      delete node.dataset.was;
    }
  }

  // What is selected, or else the whole text under the pointer, white space collapsed.
  textAt(event) {
    const selected = this.document.getSelection()?.toString().replace(/\s+/g, " ").trim();
    if (selected) return selected;
    const at = this.document.caretRangeFromPoint?.(event.clientX, event.clientY) ?? this.document.caretPositionFromPoint?.(event.clientX, event.clientY);
    const node = at?.startContainer ?? at?.offsetNode;
    return node?.nodeType === 3 && event.target.contains(node) ? node.data.replace(/\s+/g, " ").trim() : "";
  }

  // Mark where these texts stand: each is a column's name by the text that is its value.
  markValues(columns) {
    for (const node of this.document.querySelectorAll("[data-value]")) node.removeAttribute("data-value");
    const walk = this.document.createTreeWalker(this.document.body, 4);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const column = columns.get(node.data.replace(/\s+/g, " ").trim());
      if (column !== undefined) node.parentElement.setAttribute("data-value", column);
    }
  }

  remove() {
    this.frame.remove();
  }
}

// Two frames that scroll together, by the share of what is above.
export function scrollTogether(one, two) {
  let leader = null;
  for (const [from, to] of [[one, two], [two, one]]) {
    from.document.addEventListener("scroll", () => {
      if (leader && leader !== from) return;
      leader = from;
      clearTimeout(from.timer);
      from.timer = setTimeout(() => { leader = null; }, 120);
      const a = from.document.scrollingElement, b = to.document.scrollingElement;
      b.scrollTo({ top: a.scrollTop / Math.max(1, a.scrollHeight - a.clientHeight) * (b.scrollHeight - b.clientHeight), behavior: "instant" });
    });
  }
}
