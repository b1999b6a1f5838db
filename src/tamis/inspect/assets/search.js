// The blocks of the store by their words.

import { byId, el, number, plural, say, setUpTheme } from "./dom.js";
import { ask } from "./api.js";

const STEP = 20, MOST = 200;
let limit = STEP;

// The snippet with the query's words marked; offsets count characters, not the halves of pairs that JavaScript counts.
function marked({ snippet, marks }) {
  const characters = [...snippet], parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(characters.slice(at, start).join(""), el("mark", {}, characters.slice(start, end).join("")));
    at = end;
  }
  return [...parts, characters.slice(at).join("")];
}

function hitItem(hit) {
  const link = /^https?:/.test(hit.url) ? el("a", { href: hit.url, rel: "noreferrer noopener", target: "_blank" }, hit.url) : hit.url;
  return el("li", { class: "hit" },
    el("h2", {}, link),
    el("p", { dir: "auto" }, ...marked(hit)),
    el("small", {},
      el("span", { title: "where the block stands on its page" }, hit.xpath || "deep in the page"),
      el("span", {}, `score ${hit.score.toFixed(2)}`), el("span", {}, `priority ${hit.priority}`), el("span", {}, `density ${hit.density.toFixed(3)}`),
      hit.pages > 1 ? el("span", {}, `on ${plural(hit.pages, "page")}`) : null));
}

async function look() {
  const q = byId("q").value.trim();
  if (!q) return;
  const query = new URLSearchParams({ q, rank: byId("rank").value, limit, by_page: byId("by-page").checked });
  if (byId("site").value.trim()) query.set("site", byId("site").value.trim());
  history.replaceState(null, "", `?${new URLSearchParams({ q })}`);
  try {
    const { hits } = await ask(`/v1/search?${query}`);
    byId("found").textContent = hits.length ? `${number(hits.length)}${hits.length === limit ? " or more" : ""} found` : "Nothing found. Fewer words find more.";
    byId("hits").replaceChildren(...hits.map(hitItem));
    byId("more").hidden = hits.length < limit || limit >= MOST;
  } catch (error) {
    byId("found").textContent = "";
    byId("hits").replaceChildren();
    say(error.message, "error");
  }
}

setUpTheme();
byId("query").addEventListener("submit", (event) => { event.preventDefault(); limit = STEP; look(); });
byId("rank").addEventListener("change", look);
byId("by-page").addEventListener("change", look);
byId("more").addEventListener("click", () => { limit = Math.min(MOST, limit + 3 * STEP); look(); });
byId("q").value = new URLSearchParams(location.search).get("q") ?? "";
look();
