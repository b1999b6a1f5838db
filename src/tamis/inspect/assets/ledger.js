// The ledger: every block, kept or dropped, with its score and reason; one of them selected.

import { byId, el, number } from "./dom.js";

export class Ledger {
  // rows: { index, text, tag, role, state, score, reason, note, corrected }
  constructor({ select = () => {} }) {
    this.list = byId("rows");
    this.counts = byId("counts");
    this.filters = byId("filters");
    this.words = byId("words");
    this.handlers = { select };
    this.rows = [];
    this.filter = "all";
    this.selected = null;
    this.words.addEventListener("input", () => this.apply());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.select(Number(row.dataset.row), true);
    });
  }

  // filters: [[name, label, (row) => boolean]]
  show(rows, filters) {
    this.rows = rows;
    this.kinds = filters;
    this.selected = null;
    this.filter = "all";
    this.words.value = "";
    this.nodes = new Map(rows.map((row) => [row.index, this.node(row)]));
    this.list.replaceChildren(...this.nodes.values());
    this.list.scrollTop = 0;
    this.drawFilters();
    this.apply();
  }

  node(row) {
    const node = el("li", { class: "row", role: "option", id: `row-${row.index}`, "aria-selected": "false" });
    node.dataset.row = row.index;
    this.fill(node, row);
    return node;
  }

  fill(node, row) {
    node.dataset.state = row.state;
    node.toggleAttribute("data-corrected", Boolean(row.corrected));
    const bar = el("span", { class: "score", title: `score ${row.score.toFixed(2)}` }, el("i"));
    bar.firstChild.style.width = `${Math.round(row.score * 100)}%`;
    const sign = { k: "kept", d: "dropped", a: "kept by the first alone", b: "kept by the second alone" }[row.state];
    node.replaceChildren(
      el("span", { class: "sign", role: "img", "aria-label": sign, title: sign }),
      el("span", { class: "text", dir: "auto" }, row.text.slice(0, 240)),
      el("span", { class: "tag", title: "its role, and its tag" }, [row.role, row.tag, row.note].filter(Boolean).join(" · ")),
      bar,
      el("span", { class: "value" }, row.score.toFixed(2)),
      el("span", { class: "why", dir: "auto" }, row.reason),
    );
  }

  update(row) {
    Object.assign(this.rows.find((known) => known.index === row.index), row);
    this.fill(this.nodes.get(row.index), row);
    this.drawFilters();
  }

  drawFilters() {
    this.filters.replaceChildren(...this.kinds.map(([name, label, test]) => {
      const count = this.rows.filter(test).length;
      const button = el("button", { type: "button", "aria-pressed": String(this.filter === name), onclick: () => {
        this.filter = name;
        this.drawFilters();
        this.apply();
      } }, label, el("b", {}, number(count)));
      button.dataset.filter = name;
      return button;
    }));
  }

  apply() {
    const test = this.kinds.find(([name]) => name === this.filter)[2];
    const wanted = this.words.value.trim().toLowerCase();
    let shown = 0;
    for (const row of this.rows) {
      const stays = test(row) && (!wanted || `${row.text} ${row.reason} ${row.tag} ${row.role ?? ""}`.toLowerCase().includes(wanted));
      this.nodes.get(row.index).hidden = !stays;
      shown += stays;
    }
    byId("none").hidden = shown > 0;
  }

  visible() {
    return this.rows.filter((row) => !this.nodes.get(row.index).hidden);
  }

  select(index, byHand = false) {
    if (this.selected !== null) this.nodes.get(this.selected)?.setAttribute("aria-selected", "false");
    this.selected = index;
    const node = this.nodes.get(index);
    if (node) {
      if (node.hidden) { this.filter = "all"; this.words.value = ""; this.drawFilters(); this.apply(); }
      node.setAttribute("aria-selected", "true");
      this.list.setAttribute("aria-activedescendant", node.id);
    }
    this.handlers.select(this.rows.find((row) => row.index === index) ?? null, byHand);
    this.reveal();   // after the details are there, which take room from the list
  }

  reveal() {
    this.nodes.get(this.selected)?.scrollIntoView({ block: "nearest" });
  }

  // The next or the previous of the rows that are shown.
  step(by) {
    const rows = this.visible();
    if (!rows.length) return;
    const at = rows.findIndex((row) => row.index === this.selected);
    this.select(rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))].index, true);
  }
}
