// A table out of a site's pages: values that are clicked are examples, and their columns are learned from them.

import { byId, download, el, plural, say } from "./dom.js";
import { ask } from "./api.js";

const MOST = 5;

export class TableMaker {
  // "pages" are as they were sent to the service; "current" tells which is shown, "changed" that its marks are old.
  constructor({ pages, current, changed }) {
    Object.assign(this, { pages, current, changed, on: false, picked: "", given: [], made: null });
    byId("tabling").addEventListener("click", () => this.turn(!this.on));
    byId("name-it").addEventListener("submit", (event) => { event.preventDefault(); this.add(); });
    byId("fill").addEventListener("click", () => this.make());
    byId("table-csv").addEventListener("click", () => download("table.csv", this.made.csv, "text/csv"));
    byId("table-json").addEventListener("click", () => download("table.json", JSON.stringify(this.made.table), "application/json"));
  }

  turn(on) {
    this.on = on;
    byId("tabling").setAttribute("aria-pressed", String(on));
    byId("examples").hidden = !on;
    document.querySelector(".ledger").hidden = on;
    byId("table").hidden = !on || !this.made;
    this.changed();
  }

  reset() {
    Object.assign(this, { picked: "", given: [], made: null });
    this.turn(false);
    this.draw();
  }

  // A text was clicked; true if that was meant for us.
  take(text) {
    if (!this.on) return false;
    this.picked = text.slice(0, 5000);
    byId("picked").textContent = this.picked;
    byId("add").disabled = !this.picked;
    if (this.picked) byId("column").focus();
    return true;
  }

  add() {
    const column = byId("column").value.trim(), page = this.current();
    if (!this.picked || !column) return;
    if (column === "page") { say("A column cannot be called page: that is the first one.", "error"); return; }
    const pages = new Set([...this.given.map((each) => each.page), page]);
    if (pages.size > MOST) { say(`Examples of ${MOST} pages are enough.`, "error"); return; }
    this.given.push({ page, column, value: this.picked });
    this.take("");
    byId("column").value = "";
    this.draw();
    this.changed();
  }

  draw() {
    byId("columns").replaceChildren(...[...new Set(this.given.map((each) => each.column))].map((column) => el("option", { value: column })));
    byId("given").replaceChildren(...this.given.map((each) => el("li", {}, el("span", { class: "of" }, each.column),
      el("span", { class: "said", dir: "auto" }, each.value),
      el("button", { type: "button", class: "plain", title: "Remove this value", onclick: () => { this.given.splice(this.given.indexOf(each), 1); this.draw(); this.changed(); } }, "×"),
      el("small", {}, this.pages()[each.page].name))));
    byId("fill").disabled = !this.given.length;
  }

  async make() {
    const examples = new Map();
    for (const { page, column, value } of this.given) {
      if (!examples.has(page)) examples.set(page, { page, values: {} });
      const { values } = examples.get(page);
      if (!Object.hasOwn(values, column)) values[column] = [];
      values[column].push(value);
    }
    document.body.classList.add("busy");
    try {
      this.made = await ask("/v1/table", { pages: this.pages(), examples: [...examples.values()] });
      this.show();
      this.changed();
    } catch (error) {
      say(error.message, "error");
    } finally {
      document.body.classList.remove("busy");
    }
  }

  show() {
    const { columns, rows, remarks } = this.made;
    const given = new Set(this.given.map((each) => each.page));
    const table = byId("table").querySelector("table");
    byId("table-facts").textContent = [`${plural(rows.length, "row")} of ${plural(this.pages().length, "page")}, ${plural(columns.length, "column")}`, ...remarks].join("; ");
    table.tHead.replaceChildren(el("tr", {}, el("th", {}, "page"), ...columns.map((column) => el("th", {}, column))));
    table.tBodies[0].replaceChildren(...rows.map(({ page, values }) => el("tr", given.has(page) ? { "data-given": "" } : {},
      el("td", {}, this.pages()[page].name), ...columns.map((column) => el("td", { dir: "auto" }, (values[column] ?? []).join(" | "))))));
    byId("table").hidden = !this.on;
  }

  // The values of a page, each with its column: those that were learned, and the examples.
  valuesOf(page) {
    const found = new Map();
    for (const row of this.made?.rows ?? []) {
      if (row.page !== page) continue;
      for (const [column, values] of Object.entries(row.values)) for (const value of values) found.set(value, column);
    }
    for (const each of this.given) if (each.page === page) found.set(each.value, each.column);
    return this.on ? found : new Map();
  }
}
