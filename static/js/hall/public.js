// The public pages: what changed is told, names are found, the hall's pages turn.
"use strict";
// @import "js/names.js";

const TURN = 10000;
const QUICK_TURN = 6000;
const phone = matchMedia("(max-width: 60rem)"); // there all pages stand one below the other, as in hall.css

// Each line is said once: what stood there before, in any of them, is not said again.
let said;
function told() {
  const voice = document.getElementById("told");
  if (!voice) return;
  const lines = [...document.querySelectorAll("[data-told]")].map((line) => line.textContent.replaceAll(/\s+/gu, " ").trim());
  const fresh = lines.filter((line) => said && !said.includes(line));
  if (fresh.length > 0) voice.textContent = fresh.join(" ");
  said = lines;
}

// A name that is on the page before and on the page that follows travels from the one place to the other.
const TRAVEL = { duration: 400, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const namesShown = () => (still.matches || phone.matches ? [] : [...document.querySelectorAll(".hall-page:not([hidden]) .name")]);
const places = () => new Map(namesShown().map((name) => [name.textContent, name.getBoundingClientRect()]));
function travel(before) {
  for (const name of namesShown()) {
    const from = before.get(name.textContent);
    if (!from) continue;
    const to = name.getBoundingClientRect();
    name.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], TRAVEL);
  }
}

let swapped = new Map();
document.addEventListener("htmx:beforeSwap", () => { swapped = places(); });
document.addEventListener("htmx:afterSwap", () => {
  const fresh = document.getElementById("now")?.dataset.turn !== shows;
  turn(0);
  fitAll();
  if (fresh) travel(swapped);
});
document.addEventListener("htmx:afterSettle", told);

// Whoever was taken off the list has no page any more, and goes on to the names.
document.addEventListener("live:ended", (event) => {
  const names = document.querySelector("a[data-names]");
  if (names && event.detail.what === "page") window.location.assign(names.href);
});

// The hall: one page after the other. While some tables have to finish, theirs alone; people who move are shown
// first, and twice. What was not shown before begins at its first page.
const MOVERS = 2;
let shown = 0, shows = "", rounds = 0;
let next;
function turn(by) {
  const now = document.getElementById("now");
  const pages = [...document.querySelectorAll(".hall-page")];
  if (pages.length < 2) {
    shows = now?.dataset.turn;
    return;
  }
  if (phone.matches) {
    for (const page of pages) page.hidden = false;
    document.getElementById("turning").hidden = true;
    return;
  }
  now.dataset.turns = ""; // until then the first page alone is shown
  const fresh = now.dataset.turn !== shows;
  if (fresh) [shown, shows, rounds] = [0, now.dataset.turn, 0];
  const asking = pages.filter((page) => "asks" in page.dataset);
  const before = shown;
  if (by && !fresh) shown = (shown + by) % pages.length;
  if (shown < before) rounds += 1;
  const all = pages.filter((page) => rounds < MOVERS || !page.matches(".movers, .playing .names-list"));
  const turning = asking.length > 0 ? asking : all;
  shown %= pages.length;
  while (!turning.includes(pages[shown])) shown = (shown + 1) % pages.length;
  const from = by ? places() : new Map();
  pages.forEach((page, index) => { page.hidden = index !== shown; });
  travel(from);
  if (by || shown !== before) wait(asking.length > 2 ? QUICK_TURN : TURN);
  const mark = document.getElementById("turning");
  mark.hidden = turning.length < 2;
  mark.textContent = `${turning.indexOf(pages[shown]) + 1}/${turning.length}`;
}

function wait(time) {
  clearTimeout(next);
  next = setTimeout(() => { wait(TURN); turn(1); }, time);
}

// What is too long for the head has the next size of the hall, and at last two lines. A logo gives way to
// names of up to 32 letters; longer ones are cut beside it.
const HEAD_SIZES = [40, 32, 24];
const UNCUT = 32;
function fitHead(box) {
  const head = box.closest(".hall-head"), parts = [...box.querySelectorAll(".state-line, .club-name, h1")];
  const cut = (...some) => some.some((part) => part.scrollWidth > part.clientWidth + 1);
  const [line] = parts.slice(-1);
  delete head.dataset.tight;
  const names = parts.slice(0, -1);
  if (cut(...names) && names.every((name) => name.textContent.trim().length <= UNCUT)) head.dataset.tight = "";
  delete box.dataset.wraps;
  for (const size of HEAD_SIZES) {
    box.style.setProperty("--fit", size);
    if (!cut(line)) return;
  }
  box.dataset.wraps = "";
}

// What is too much for its place in the hall is smaller, until it fits; a phone has room, and names are whole there.
function fit(box) {
  if (box.matches(".head-text")) {
    fitHead(box);
    return;
  }
  const line = box.matches(".bell-now"); // its letters reach beyond their line, and are not cut
  const tooMuch = () => !line && box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  box.style.removeProperty("--u");
  const unit = getComputedStyle(document.body).getPropertyValue("--u");
  for (let part = 95; part > 20 && tooMuch(); part -= 5) box.style.setProperty("--u", `calc(${part / 100} * ${unit})`);
}

const boxes = new ResizeObserver((changes) => {
  for (const { target } of changes) if (!phone.matches) fit(target);
});
function fitAll() {
  boxes.disconnect();
  for (const box of document.querySelectorAll(".head-text, .welcome, .hall-page, .bell-now")) boxes.observe(box);
  for (const box of document.querySelectorAll(".head-text")) if (!phone.matches) fitHead(box);
  if (!phone.matches) return;
  for (const name of document.querySelectorAll("[data-whole]")) name.textContent = name.dataset.whole;
}

// The names: the one chosen on this phone comes first, and a few letters find the others.
const names = document.getElementById("names");

function key(code) {
  return `headtable.me.${code}`;
}

// A browser may forbid its memory; then nobody is remembered, and the page works all the same.
function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is asked again another time.
  }
}

// Whose seat this phone looked at last: whoever opens the program anew finds it at once, that evening.
const LAST = "headtable.last";

function rememberLast() {
  const me = document.querySelector("main.me h1");
  if (me) remember(LAST, JSON.stringify({ to: location.pathname, name: me.textContent, at: Date.now() }));
}

function showKnown(card) {
  const entry = remembered(key(card.dataset.code));
  const mine = entry && [...names.querySelectorAll("a")].find((link) => link.dataset.entry === entry);
  if (!mine) return;
  document.getElementById("known-name").textContent = mine.querySelector(".who").textContent;
  document.getElementById("known-go").href = mine.href;
  card.hidden = false;
}

// Names of which a part begins so come first, and then those in which it stands elsewhere.
const rows = names ? [...names.children].map((row) => ({ row, name: ` ${folded(row.querySelector(".who").textContent)}` })) : [];

function filterNames(text) {
  const wanted = folded(text.trim());
  const begins = ({ name }) => name.replaceAll("-", " ").includes(` ${wanted.replaceAll("-", " ")}`);
  for (const { row, name } of rows) row.hidden = !name.includes(wanted) && !begins({ name });
  names.append(...[...rows.filter(begins), ...rows.filter((one) => !begins(one))].map(({ row }) => row));
  names.classList.toggle("filtered", wanted !== "");
  document.getElementById("nobody").hidden = rows.some(({ row }) => !row.hidden);
}

// Enter takes the only name that is left. Where several are left, or none, it takes nobody.
function takeOnly(event) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  const left = rows.filter(({ row }) => !row.hidden);
  if (left.length === 1) left[0].row.querySelector("a").click();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("a[href='#words']")) document.getElementById("words").open = true;
  const mine = event.target.closest("summary#own-phone")?.parentElement;
  if (!mine || mine.open) return;
  event.preventDefault();
  mine.open = true;
  mine.querySelector("input.code").focus(); // in the tap itself: only then a phone shows its keys
});

document.addEventListener("DOMContentLoaded", () => {
  rememberLast();
  told();
  turn(0);
  fitAll();
  if (document.body.classList.contains("hall")) wait(TURN);
  if (!names) return;
  const card = document.getElementById("known");
  showKnown(card);
  names.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) remember(key(card.dataset.code), link.dataset.entry);
  });
  document.getElementById("filter").hidden = false;
  const field = document.getElementById("filter-text");
  field.addEventListener("input", (event) => filterNames(event.target.value));
  field.addEventListener("keydown", takeOnly);
});
