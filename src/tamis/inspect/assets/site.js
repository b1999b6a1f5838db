// Several pages of one site: the template they share, and each page in its light.

import { byId, download, el, fillStrategies, number, plural, say, setUpTheme, toBase64 } from "./dom.js";
import { ask } from "./api.js";
import { PageFrame } from "./frame.js";
import { Ledger } from "./ledger.js";
import { TableMaker } from "./table.js";

const state = { files: [], pages: [], shown: null, frame: null, at: 0 };
const table = new TableMaker({ pages: () => state.pages, current: () => state.at, changed: () => markValues() });
const ledger = new Ledger({ select: (row, byHand) => { state.frame?.select(row?.index, byHand); drawDetail(row); } });

function drawDetail(row) {
  byId("detail").hidden = !row;
  if (row) byId("detail").replaceChildren(el("p", { class: "full", dir: "auto" }, row.text.slice(0, 5000)),
    el("dl", {}, el("dt", {}, "Reason"), el("dd", {}, row.reason)));
}

function markValues() {
  if (state.frame?.document) state.frame.markValues(table.valuesOf(state.at));
}

function drawFiles() {
  byId("files").replaceChildren(...state.files.map((file, at) => el("li", {}, el("span", {}, file.name), el("small", {}, `${number(file.size)} bytes`),
    el("button", { type: "button", class: "plain", onclick: () => { state.files.splice(at, 1); drawFiles(); } }, "Remove"))));
  byId("go").disabled = state.files.length < 2;
}

function add(files) {
  state.files.push(...files);
  if (state.files.length > 20) { state.files.length = 20; say("Twenty pages are enough to learn a template: the rest was left out."); }
  drawFiles();
}

async function learn() {
  document.body.classList.add("busy");
  try {
    state.pages = await Promise.all(state.files.map(async (file) => ({ name: file.name, html_base64: toBase64(new Uint8Array(await file.arrayBuffer())) })));
    show(await ask("/v1/site", { pages: state.pages, strategy: byId("strategy").value || "auto" }));
  } catch (error) {
    say(error.message, "error");
  } finally {
    document.body.classList.remove("busy");
  }
}

function show(shown) {
  state.shown = shown;
  table.reset();
  document.body.classList.add("working");
  byId("start").hidden = true;
  byId("work").hidden = false;
  byId("title").textContent = shown.site ?? "Pages of one site";
  byId("facts").replaceChildren(...[
    el("span", {}, el("b", {}, plural(shown.learned, "page")), ` learned over ${shown.strategy}`),
    el("span", {}, el("b", {}, plural(shown.repeated_total, "text")), " on several of them"),
    ...shown.remarks.map((remark) => el("span", { class: "warn" }, remark)),
  ]);
  byId("layouts").replaceChildren(...shown.layouts.map((layout, at) => el("li", {}, el("span", { class: "of" }, `${at + 1}.`),
    el("span", { class: "said" }, `${plural(layout.pages, "page")}, text at ${plural(layout.places, "place")}`),
    el("small", { title: layout.varies ?? "" }, layout.varies ? `varies: ${layout.varies}` : "nothing that is kept varies"))));
  byId("texts").replaceChildren(...shown.repeated.map(({ pages, place, text }) => el("li", {},
    el("span", { class: "of", title: `on ${pages} of ${shown.learned} pages` }, `${pages}/${shown.learned}`),
    el("span", { class: "said", dir: "auto" }, text), el("small", { title: place }, place))));
  byId("pages").replaceChildren(...shown.pages.map((page, at) => {
    const button = el("button", { type: "button", onclick: () => open(at) }, page.name,
      el("small", {}, `${page.run.kept} of ${plural(page.run.total, "block")} kept${page.layout ? `, layout ${page.layout}` : ""}${page.fits ? "" : `; ${page.drift.join("; ")}`}`));
    return el("li", {}, button);
  }));
  open(0);
}

async function open(at) {
  const { run } = state.shown.pages[at];
  state.at = at;
  table.take("");
  [...byId("pages").querySelectorAll("button")].forEach((button, other) => button.setAttribute("aria-pressed", String(other === at)));
  byId("detail").hidden = true;
  const rows = run.document.blocks.map((block) => ({ ...block, state: block.kept ? "k" : "d", note: block.hidden ? "hidden" : "" }));
  ledger.show(rows, [["all", "All", () => true], ["kept", "Kept", (row) => row.kept], ["dropped", "Dropped", (row) => !row.kept],
    ["template", "Template", (row) => / of \d+ (?:other )?pages/.test(row.reason) && !row.kept]]);
  const side = el("div", { class: "side" });
  byId("view").replaceChildren(side);
  state.frame = new PageFrame(side, {
    label: "The page, its blocks outlined",
    hover: (block, x, y) => {
      const tip = byId("tip"), row = block === null ? null : rows[block];
      tip.hidden = !row;
      if (!row) return;
      tip.dataset.state = row.state;
      tip.replaceChildren(el("b", {}, `${row.kept ? "kept" : "dropped"}, score ${row.score.toFixed(2)}`), row.reason);
      tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${Math.max(4, Math.min(y + 20, innerHeight - tip.offsetHeight - 8))}px`;
    },
    pick: (block) => ledger.select(block),
    key: keyed,
    text: (text) => table.take(text),
  });
  const { frame } = state;
  await frame.show(run.copy);
  for (const row of rows) frame.mark(row.index, row.state, row.score);
  if (frame === state.frame) markValues();
}

function keyed(event) {
  if (!state.shown || event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT)$/.test(event.target.tagName ?? "")) return;
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (by) { event.preventDefault(); ledger.step(by); }
}

setUpTheme();
byId("start").addEventListener("submit", (event) => { event.preventDefault(); learn(); });
byId("file").addEventListener("change", (event) => { add(event.target.files); event.target.value = ""; });
byId("again").addEventListener("click", () => { document.body.classList.remove("working"); byId("work").hidden = true; byId("start").hidden = false; state.shown = null; });
byId("save").addEventListener("click", () => download(`${state.shown.site ?? "site"}.json`, JSON.stringify(state.shown.template), "application/json"));
document.addEventListener("keydown", keyed);
document.addEventListener("dragover", (event) => { event.preventDefault(); byId("drop").hidden = false; });
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
document.addEventListener("drop", (event) => { event.preventDefault(); byId("drop").hidden = true; add(event.dataTransfer.files); });
ask("/v1/strategies").then((strategies) => fillStrategies(byId("strategy"), strategies, null), (error) => say(error.message, "error"));
