// The inspector: a page in, its blocks outlined where they stand, the ledger beside it, and the means to put it right.

import { byId, copyText, download, el, fillStrategies, number, plural, say, setUpTheme, toBase64 } from "./dom.js";
import { ask } from "./api.js";
import { PageFrame, scrollTogether } from "./frame.js";
import { Ledger } from "./ledger.js";
import { Corrections, commandLine } from "./corrections.js";
import { plainly, readerPane, textPane } from "./panes.js";

const given = byId("data");   // the data of a file that `tamis inspect` wrote: there is no service then
const state = { page: null, view: null, tab: "page", frames: [], corrections: null, right: null, name: null };
const isDark = setUpTheme(() => { if (state.view && state.tab === "reader") draw(); });
const ledger = new Ledger({ select: (row, byHand) => selected(row, byHand) });

// ---- a page in ----

async function inspect(page, name) {
  document.body.classList.add("busy");
  try {
    const view = await ask("/v1/inspect", { ...page, strategy: byId("strategy").value || "auto", against: byId("against").value || undefined });
    state.page = "html" in page || "html_base64" in page ? page : { html: view.source, url: view.url };
    await show(view, name);
  } catch (error) {
    say(error.message, "error");
  } finally {
    document.body.classList.remove("busy");
  }
}

async function show(view, name) {
  const run = view.runs[0];
  Object.assign(state, { view, name, corrections: new Corrections(view, run), right: null });
  document.body.classList.add("working");
  byId("start").hidden = true;
  byId("work").hidden = false;
  byId("title").textContent = view.title || name || view.url || "A page without a title";
  byId("detail").hidden = true;
  drawCorrections();
  byId("correct").disabled = Boolean(view.comparison);
  if (view.comparison) byId("correct").checked = false;
  showLedger();
  await draw();
}

function drawFacts() {
  const { view } = state, run = view.runs[0], { document: made } = run, right = [...state.corrections.made.values()];
  const kept = run.kept + right.filter(Boolean).length - right.filter((keep) => !keep).length;
  const facts = [
    el("span", {}, el("b", {}, `${number(kept)} of ${number(run.total)}`), ` blocks kept by ${made.strategy}${right.length ? " and you" : ""}`),
    el("span", { title: "an estimate of how good the decisions are" }, "confidence ", el("b", {}, made.confidence.toFixed(2))),
    run.page_type ? el("span", {}, run.page_type) : null,
    made.encoding && made.encoding !== "utf-8" ? el("span", {}, made.encoding) : null,
    made.status !== "ok" ? el("span", { class: "warn" }, made.status) : null,
    run.total > made.blocks.length ? el("span", { class: "warn" }, `the first ${number(made.blocks.length)} are shown`) : null,
    view.url ? el("span", { class: "address" }, view.url) : null,
  ];
  byId("facts").replaceChildren(...facts.filter(Boolean));
}

// ---- the ledger ----

const rowOf = (block) => ({
  index: block.index, text: block.text, tag: block.tag, role: block.role, score: block.score,
  state: state.corrections.kept(block.index) ? "k" : "d",
  corrected: state.corrections.made.has(block.index),
  reason: state.corrections.made.has(block.index) ? `${state.corrections.kept(block.index) ? "kept" : "dropped"} by you; else: ${block.reason}` : block.reason,
  note: [block.hidden && "hidden", !block.span && "not in the body", block.moved && "moved"].filter(Boolean).join(", "),
});

function compared(index) {
  const { blocks, sides: [one, two] } = state.view.comparison, { text, tag } = blocks[index];
  const kind = one.kept[index] ? (two.kept[index] ? "k" : "a") : (two.kept[index] ? "b" : "d");
  const reason = `${one.strategy}: ${one.reasons[index]} — ${two.strategy}: ${two.reasons[index]}`;
  return { index, text, tag, state: kind, score: one.score[index], reason, scores: [one.score[index], two.score[index]] };
}

function showLedger() {
  const { comparison } = state.view;
  if (comparison) {
    const [one, two] = comparison.sides;
    ledger.show(comparison.blocks.map(({ index }) => compared(index)), [
      ["all", "All", () => true], ["differ", "Differ", (row) => row.state === "a" || row.state === "b"],
      ["a", `Only ${one.strategy}`, (row) => row.state === "a"], ["b", `Only ${two.strategy}`, (row) => row.state === "b"]]);
  } else {
    ledger.show(state.view.runs[0].document.blocks.map(rowOf), [
      ["all", "All", () => true], ["kept", "Kept", (row) => row.state === "k"], ["dropped", "Dropped", (row) => row.state === "d"],
      ["unsure", "Unsure", (row) => Math.abs(row.score - 0.5) < 0.25], ["corrected", "Corrected", (row) => row.corrected]]);
  }
}

function selected(row, byHand) {
  for (const frame of state.frames) frame.select(row?.index, byHand);
  const box = byId("detail");
  box.hidden = !row;
  if (!row) return;
  const facts = [["Reason", row.reason]];
  if (state.view.comparison) {
    const { sides } = state.view.comparison;
    facts.splice(0, 1, ...sides.map((side, at) => [side.strategy, `${side.kept[row.index] ? "keeps" : "drops"} it, score ${row.scores[at].toFixed(2)}: ${side.reasons[row.index]}`]));
  } else {
    const block = state.view.runs[0].document.blocks[row.index];
    facts.push(["Role", block.role], ["Score", `${block.score.toFixed(4)}, ${plural(state.view.runs[0].words[row.index], "word")}`]);
    facts.push(["XPath", el("code", {}, block.xpath || "too deep to spell out")], ["Span", block.span ? `${number(block.span[0])}–${number(block.span[1])} in the source` : "stands nowhere in the body’s source"]);
  }
  box.replaceChildren(
    el("p", { class: "full", dir: "auto", tabindex: "0" }, row.text.slice(0, 5000)),
    el("dl", {}, ...facts.flatMap(([name, value], at) => [el("dt", { class: at > 1 ? "extra" : null }, name), el("dd", { class: at > 1 ? "extra" : null }, value)])),
    state.view.comparison ? null : decision(row.index));
}

function decision(index) {
  const kept = state.corrections.kept(index);
  return el("div", { class: "decide" },
    el("button", { type: "button", class: "keeps", "aria-pressed": String(kept), onclick: () => correct(index, true) }, "Keep"),
    el("button", { type: "button", class: "drops", "aria-pressed": String(!kept), onclick: () => correct(index, false) }, "Drop"),
    el("small", {}, state.corrections.made.has(index) ? "put right by you" : "as decided"));
}

// ---- corrections ----

function correct(index, kept, last = true) {
  const { corrections } = state;
  corrections.set(index, kept);
  const row = rowOf(corrections.blocks[index]);
  ledger.update(row);
  state.frames[0]?.mark(index, row.state, row.corrected ? 1 - (row.state === "d") : row.score, row.corrected);
  if (ledger.selected === index) selected(row, false);
  drawCorrections();
  ledger.reveal();
  if (last && state.tab !== "page") draw();
}

function drawCorrections() {
  const count = state.corrections.made.size;
  byId("corrections").hidden = !count;
  byId("made").textContent = plural(count, "correction");
  drawFacts();
}

async function save() {
  const { corrections, name } = state;
  if (corrections.hindrance) { say(corrections.hindrance, "error"); return; }
  const record = corrections.record(name);
  if (given) {
    download("corpus.jsonl", `${JSON.stringify(record)}\n`, "application/jsonl");
    say("A line for your corpus: add it to a .jsonl file that tamis evaluate reads.");
    return;
  }
  try {
    const saved = await ask("/v1/corpus", record);
    say(`${saved.replaced ? "Replaced" : "Added"} in ${saved.file}, which holds ${plural(saved.pages, "page")} now. Measure with: tamis evaluate ${saved.file}`);
  } catch (error) {
    say(error.message, "error");
  }
}

async function showRules() {
  if (state.tab !== "page") await choose("page");
  const rules = state.corrections.rules(state.frames[0]);
  const line = commandLine(rules);
  const form = { site: state.view.site ?? null, keep: rules.keep, drop: rules.drop };
  const json = JSON.stringify(form, null, 2);
  openDialog(`Rules for ${state.view.site ?? "this site"}`,
    el("p", {}, "CSS selectors that put this page right and leave its other blocks alone. They hold for other pages of the site as far as those are built alike."),
    rules.without ? el("p", { class: "warn" }, `${plural(rules.without, "correction")} cannot be told apart from other text by a selector.`) : null,
    el("h3", {}, "On the command line"), el("pre", { id: "rules-line" }, `tamis extract ${line} PAGE`),
    el("h3", {}, "In Python, as keep= and drop=; in the API, as fields of these names"), el("pre", { id: "rules-json" }, json),
    el("div", { class: "actions" },
      el("button", { type: "button", onclick: () => copyText(line) }, "Copy options"),
      el("button", { type: "button", onclick: () => download(`${state.view.site ?? "site"}-rules.json`, `${json}\n`, "application/json") }, "Download JSON"),
      el("button", { type: "button", class: "main", onclick: () => byId("dialog").close() }, "Done")));
}

function undo() {
  const wrong = [...state.corrections.made.keys()];
  wrong.forEach((index, at) => correct(index, state.corrections.blocks[index].kept, at === wrong.length - 1));
}

// ---- what is shown ----

async function choose(tab) {
  state.tab = tab;
  for (const button of document.querySelectorAll("[data-tab]")) {
    const chosen = button.dataset.tab === tab;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  byId("view").setAttribute("aria-labelledby", `tab-${tab}`);
  await draw();
}

async function draw() {
  const host = byId("view"), { view, tab } = state;
  if (tab === "page") { state.frames = []; await (view.comparison ? drawTwo(host) : drawOne(host)); return; }
  const run = await putRight();
  if (state.view !== view || state.tab !== tab) return;   // something else was chosen meanwhile
  state.frames = [];
  const { note } = run;
  const base = (state.name ?? "page").replace(/\.[^.]*$/, "") || "page";
  if (tab === "reader") host.replaceChildren(readerPane(run.reader, isDark(), note));
  else if (tab === "markdown") host.replaceChildren(textPane(run.markdown, `${base}.md`, "text/markdown", note));
  else if (tab === "json") host.replaceChildren(textPane(JSON.stringify(run.document, null, 1).slice(0, 2_000_000), `${base}.json`, "application/json", note));
}

// What was kept, with what the person put right: written anew by the service, or in plain form where there is none.
async function putRight() {
  const { corrections, page, view } = state, run = view.runs[0];
  if (!corrections.made.size) return { ...run, note: null };
  if (given) {
    const blocks = run.document.blocks.map((block) => ({ ...block, kept: corrections.kept(block.index), reason: rowOf(block).reason }));
    return { ...plainly(blocks.filter((block) => block.kept)), document: { ...run.document, blocks }, note: "With your corrections, in plain form: without links, tables and bold text." };
  }
  const made = [...corrections.made], chosen = (wanted) => made.filter(([, keep]) => keep === wanted).map(([index]) => index);
  const corrected = { put_in: chosen(true), put_out: chosen(false) }, key = JSON.stringify(corrected);
  if (state.right?.key !== key) {
    document.body.classList.add("busy");
    try {
      state.right = { key, run: (await ask("/v1/inspect", { ...page, strategy: run.document.strategy, ...corrected })).runs[0] };
    } catch (error) {
      say(error.message, "error");
      return { ...run, note: "As the strategy decided: your corrections are not in it." };
    } finally {
      document.body.classList.remove("busy");
    }
  }
  return { ...state.right.run, note: "With your corrections." };
}

const tipFor = (rowAt) => (block, x, y) => {
  const tip = byId("tip"), row = block === null ? null : rowAt(block);
  tip.hidden = !row;
  if (!row) return;
  tip.dataset.state = row.state;
  tip.replaceChildren(el("b", {}, row.head), row.why);
  const { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
  tip.style.top = `${y + 20 + height > innerHeight ? Math.max(4, y - height - 12) : y + 20}px`;
};

async function drawOne(host) {
  const run = state.view.runs[0];
  const side = el("div", { class: "side" });
  host.replaceChildren(side);
  const frame = new PageFrame(side, {
    label: "The page, its blocks outlined",
    hover: tipFor((index) => {
      const row = rowOf(run.document.blocks[index]);
      return { state: row.state, head: `${row.state === "k" ? "kept" : "dropped"}, score ${row.score.toFixed(2)}`, why: row.reason };
    }),
    pick: (block) => {
      if (byId("correct").checked) correct(block, !state.corrections.kept(block));
      ledger.select(block);
    },
    key: keyed,
  });
  await frame.show(run.copy);
  for (const block of run.document.blocks) {
    const row = rowOf(block);
    frame.mark(block.index, row.state, row.score, row.corrected);
  }
  state.frames = [frame];
  frame.setStyled(byId("styled").checked);
  if (ledger.selected !== null) frame.select(ledger.selected);
}

async function drawTwo(host) {
  const { comparison } = state.view;
  const alone = comparison.only_words;
  const sides = comparison.sides.map((side, at) => el("div", { class: "side" },
    el("h2", {}, side.strategy, el("small", {}, `${plural(side.kept.filter(Boolean).length, "block")} kept, ${plural(alone[at], "word")} alone`))));
  host.replaceChildren(...sides);
  const frames = comparison.sides.map((side, at) => new PageFrame(sides[at], {
    label: `The page as ${side.strategy} sees it`,
    hover: tipFor((index) => ({
      state: side.kept[index] ? compared(index).state : "d",
      head: `${side.strategy} ${side.kept[index] ? "keeps" : "drops"} it, score ${side.score[index].toFixed(2)}`, why: side.reasons[index],
    })),
    pick: (block) => ledger.select(block),
    key: keyed,
  }));
  await Promise.all(frames.map((frame) => frame.show(comparison.copy)));
  comparison.sides.forEach((side, at) => {
    for (const { index } of comparison.blocks) frames[at].mark(index, side.kept[index] ? compared(index).state : "d", side.score[index]);
  });
  scrollTogether(...frames);
  state.frames = frames;
  for (const frame of frames) frame.setStyled(byId("styled").checked);
}

// ---- keys and dialogs ----

function openDialog(title, ...children) {
  byId("dialog").replaceChildren(el("h2", { id: "dialog-title" }, title), ...children.filter(Boolean));
  byId("dialog").showModal();
}

function help() {
  const keys = [["↓ ↑ or j k", "the next block, the one before"], ["x", "keep or drop the selected block"], ["/", "find in the ledger"],
    ["1 2 3 4", "page, reader, Markdown, JSON"], ["Esc", "back to the ledger"], ["?", "this"]];
  openDialog("Keyboard", el("table", {}, ...keys.map(([key, what]) => el("tr", {}, el("td", {}, el("kbd", {}, key)), el("td", {}, what)))),
    el("div", { class: "actions" }, el("button", { class: "main", type: "button", onclick: () => byId("dialog").close() }, "Done")));
}

function keyed(event) {
  const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName ?? "") && !["checkbox", "file"].includes(event.target.type);
  if (event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return;
  if (event.key === "Escape" && state.view) { byId("rows").focus(); return; }
  if (typing) return;
  const inTabs = Boolean(event.target.closest?.("[role=tablist]"));
  const act = {
    ArrowDown: () => ledger.step(1), ArrowUp: () => ledger.step(-1), j: () => ledger.step(1), k: () => ledger.step(-1),
    x: () => { if (ledger.selected !== null && !state.view.comparison) correct(ledger.selected, !state.corrections.kept(ledger.selected)); },
    "/": () => byId("words").focus(), 1: () => choose("page"), 2: () => choose("reader"), 3: () => choose("markdown"), 4: () => choose("json"),
    "?": help,
  }[event.key];
  if (!act || (!state.view && event.key !== "?") || inTabs && event.key.startsWith("Arrow")) return;
  event.preventDefault();
  act();
}

// ---- listening ----

function readFile(file) {
  file.arrayBuffer().then((data) => inspect({ html_base64: toBase64(new Uint8Array(data)), url: byId("url").value.trim() || undefined }, file.name));
}

function listen() {
  byId("start").addEventListener("submit", (event) => {
    event.preventDefault();
    const html = byId("html").value, url = byId("url").value.trim() || undefined;
    if (!html.trim() && !url) { say("Paste some HTML first, or give an address.", "error"); byId("html").focus(); return; }
    inspect(html.trim() ? { html, url } : { url }, null);
  });
  byId("html").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("start").requestSubmit(); });
  byId("file").addEventListener("change", (event) => { if (event.target.files[0]) readFile(event.target.files[0]); event.target.value = ""; });
  byId("sample").addEventListener("click", async () => {
    const text = await (await fetch("/assets/sample.txt")).text();
    inspect({ html: text, url: "https://slowbread.example.org/rye" }, "sample.html");
  });
  byId("again").addEventListener("click", () => {
    document.body.classList.remove("working");
    byId("work").hidden = true;
    byId("start").hidden = false;
    byId("against").value = "";
    state.view = null;
    byId("html").focus();
  });
  for (const id of ["strategy", "against"]) byId(id).addEventListener("change", () => { if (state.page) inspect(state.page, state.name); });
  byId("styled").addEventListener("change", () => { for (const frame of state.frames) frame.setStyled(byId("styled").checked); });
  byId("save").addEventListener("click", save);
  byId("rules").addEventListener("click", showRules);
  byId("undo").addEventListener("click", undo);
  byId("help").addEventListener("click", help);
  const tabs = [...document.querySelectorAll("[data-tab]")];
  tabs.forEach((button, at) => {
    button.addEventListener("click", () => choose(button.dataset.tab));
    button.addEventListener("keydown", (event) => {
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
      if (to === undefined) return;
      const next = tabs[(to + tabs.length) % tabs.length];
      next.focus();
      choose(next.dataset.tab);
    });
  });
  document.addEventListener("keydown", keyed);
  if (given) return;
  document.addEventListener("dragover", (event) => { event.preventDefault(); byId("drop").hidden = false; });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) byId("drop").hidden = true; });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    byId("drop").hidden = true;
    if (event.dataTransfer.files[0]) readFile(event.dataTransfer.files[0]);
  });
}

async function begin() {
  listen();
  if (given) {
    const view = JSON.parse(given.textContent);
    document.body.classList.add("alone");
    for (const id of ["strategy", "against"]) byId(id).closest("label").hidden = true;
    byId("again").hidden = true;
    await show(view, view.name);
    return;
  }
  try {
    const [strategies, health] = await Promise.all([ask("/v1/strategies"), ask("/healthz")]);
    fillStrategies(byId("strategy"), strategies, "page");
    fillStrategies(byId("against"), strategies, "page", "nothing");
    byId("url-note").textContent = health.fetch ? "of the page; without HTML it is fetched from there" : "of the page, for its links and its label (fetching is off)";
  } catch (error) {
    say(error.message, "error");
  }
}

begin();
