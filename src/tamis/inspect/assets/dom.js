// Small helpers that every page of the inspector shares. Text goes in as text, never as markup.

export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name in node && typeof value === "boolean") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

export const number = (value) => value.toLocaleString("en");

export const plural = (count, thing) => `${number(count)} ${thing}${count === 1 ? "" : "s"}`;

// A word to everyone: seen for a while, and read out.
export function say(text, kind = "info") {
  const box = byId("message");
  box.textContent = text.charAt(0).toUpperCase() + text.slice(1);   // the service's own words begin small
  box.dataset.kind = kind;
  box.hidden = false;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { box.hidden = true; }, kind === "error" ? 12000 : 5000);
}

export function download(name, text, type) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not let us copy: select the text and copy it.", "error");
  }
}

// Bytes to base64 in pieces: a call with a million arguments is refused.
export function toBase64(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

export function setUpTheme(changed = () => {}) {
  const stored = () => { try { return localStorage.getItem("tamis-theme"); } catch { return null; } };
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const theme = stored();
  if (theme) document.documentElement.dataset.theme = theme;
  const button = byId("theme");
  const label = () => { button.textContent = dark() ? "☀" : "☾"; button.title = button.ariaLabel = dark() ? "Light colours" : "Dark colours"; };
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("tamis-theme", document.documentElement.dataset.theme); } catch { /* not stored, then */ }
    label();
    changed();
  });
  label();
  return dark;
}

export function fillStrategies(select, strategies, scope, first = null) {
  select.replaceChildren();
  if (first) select.append(el("option", { value: "" }, first));
  for (const { name, summary, scope: its } of strategies) {
    if (!scope || its === scope) select.append(el("option", { value: name, title: summary }, name));
  }
}
