// The public pages: what changes is asked for anew, names are found, the hall's pages turn.
"use strict";

const EVERY = 15000;
const TURN = 10000;

// What changes. A hidden page is quiet, and looks at once when it is seen again.
function changing() {
  return document.querySelector("[data-again]");
}

function again() {
  if (changing() && !document.hidden) htmx.trigger(changing(), "again");
}

function told() {
  const line = document.querySelector("[data-told]");
  const voice = document.getElementById("told");
  const words = line ? line.textContent.replace(/\s+/g, " ").trim() : "";
  if (voice && voice.dataset.last !== words) {
    if (voice.dataset.last !== undefined) voice.textContent = words;
    voice.dataset.last = words;
  }
}

function network(there) {
  const note = document.getElementById("offline");
  if (note) note.hidden = there;
}

let before = "";
document.addEventListener("htmx:beforeSwap", (event) => {
  // The same again is not swapped in: nothing flickers, and nothing is read out twice.
  const now = event.detail.serverResponse;
  if (event.detail.xhr.status === 200 && now === before) event.detail.shouldSwap = false;
  else if (event.detail.xhr.status === 200) before = now;
});
document.addEventListener("htmx:afterRequest", (event) => network(event.detail.xhr.status === 200));
document.addEventListener("htmx:sendError", () => network(false));
document.addEventListener("htmx:afterSettle", () => {
  told();
  turn(0);
});
document.addEventListener("visibilitychange", again);
window.addEventListener("online", again);

// The hall: one page of tables after the other.
let shown = 0;
function turn(by) {
  const pages = [...document.querySelectorAll(".hall-page")];
  if (pages.length < 2) return;
  shown = (shown + by) % pages.length;
  pages.forEach((page, index) => { page.hidden = index !== shown; });
  const foot = document.getElementById("turning");
  if (foot) {
    foot.hidden = false;
    foot.textContent = `${pages[shown].getAttribute("aria-label")} · ${shown + 1}/${pages.length}`;
  }
}

// The names: the one chosen on this phone comes first, and a few letters find the others.
const names = document.getElementById("names");

function key(code) {
  return `headtable.me.${code}`;
}

// A browser may forbid its memory; then nobody is remembered, and the page works all the same.
function remembered(code) {
  try {
    return localStorage.getItem(key(code));
  } catch {
    return null;
  }
}

function remember(code, entry) {
  try {
    localStorage.setItem(key(code), entry);
  } catch {
    return;
  }
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function showKnown(card) {
  const entry = remembered(card.dataset.code);
  const mine = entry && [...names.querySelectorAll("a")].find((link) => link.dataset.entry === entry);
  if (!mine) return;
  document.getElementById("known-name").textContent = mine.querySelector(".who").textContent;
  document.getElementById("known-go").href = mine.href;
  card.hidden = false;
}

function filterNames(text) {
  const wanted = plain(text.trim());
  let left = 0;
  for (const row of names.children) {
    row.hidden = !plain(row.querySelector(".who").textContent).includes(wanted);
    if (!row.hidden) left += 1;
  }
  names.classList.toggle("filtered", wanted !== "");
  document.getElementById("nobody").hidden = left > 0;
}

document.addEventListener("DOMContentLoaded", () => {
  told();
  turn(0);
  if (changing()) setInterval(again, EVERY);
  if (document.body.classList.contains("hall")) setInterval(() => turn(1), TURN);
  if (!names) return;
  const card = document.getElementById("known");
  showKnown(card);
  names.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) remember(card.dataset.code, link.dataset.entry);
  });
  document.getElementById("filter").hidden = false;
  document.getElementById("filter-text").addEventListener("input", (event) => filterNames(event.target.value));
});
