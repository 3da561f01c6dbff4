// A deal of bids on a phone: which bids may still be made, and whether the tricks add up, as they are tapped.
// The server says the same of what is sent; without this the page works by its buttons alone.
"use strict";

const filled = (words, figures) => words.replaceAll(/\{(\w+)\}/gu, (_all, name) => figures[name]);
const put = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };
const tapped = (row) => {
  const cell = row.querySelector(".strip input:checked");
  return cell ? Number(cell.value) : null;
};

const numbersIn = (text) => (text ? text.split(" ").map(Number) : []);

// What the rules say of a deal comes as figures (games/rules/lookup.py): this looks up, adds and compares.
const Lookup = {
  // The bids that the next bidder may make after these. `zeros`: the bidder's last bids were so many zeros in a row.
  allowedBids(deal, players, made, zeros) {
    const forbidden = new Set(made.length === players - 1 ? deal.last : deal.running);
    const total = made.reduce((sum, bid) => sum + bid, 0);
    const bids = Array.from({ length: deal.most + 1 }, (_none, bid) => bid);
    return bids.filter((bid) => !forbidden.has(total + bid) && !(bid === 0 && deal.zeros > 0 && zeros >= deal.zeros));
  },

  // Everybody's score by bid and tricks; null where the figures do not say it.
  scores(plan, deal, bids, tricks, revokes) {
    if (deal.scores === null) return null;
    return bids.map((bid, place) => plan.tables[deal.scores][bid][tricks[place]] + plan.revoke * (revokes[place] ?? 0));
  },
};

// Which bids a bidder may make after these, and why not the others; null where some are not known yet.
function choices(words, made, players, noZero) {
  const most = "misere" in words ? 0 : Number(words.cards), zeros = noZero ? 1 : 0;
  const free = Lookup.allowedBids({ most, running: [], last: [], zeros }, players, [], zeros);
  if (made === null) return { allowed: new Set(free), why: "" };
  const totals = { running: numbersIn(words.running), last: numbersIn(words.last) };
  const allowed = Lookup.allowedBids({ most, ...totals, zeros }, players, made, zeros);
  if (allowed.length === 0) return { allowed: new Set(free), why: "" }; // an earlier bid is wrong
  const refused = free.find((bid) => !allowed.includes(bid));
  const why = refused === undefined ? ""
    : words.hooked ? filled(words.hooked, { n: refused, cards: words.cards })
      : filled(made.length === players - 1 ? words.rest : words.most, { n: Math.max(...allowed), cards: words.cards });
  return { allowed: new Set(allowed), why };
}

// Bids: what is forbidden is shown before it is tapped. Returns whether they can be sent.
function showBids(form, words) {
  const cards = Number(words.cards);
  const rows = Array.from(form.querySelectorAll("[data-bidder]"));
  const missing = [];
  let made = [], total = 0, wrong = null, next = !("atOnce" in words);
  rows.forEach((row) => {
    const bid = tapped(row), noZero = "noZero" in row.dataset;
    const { allowed, why: hint } = choices(words, made, rows.length, noZero);
    for (const cell of row.querySelectorAll(".strip input")) {
      const number = Number(cell.value);
      const off = !allowed.has(number);
      cell.disabled = off && !cell.checked; // what was tapped before stays to be seen, and is said to be wrong
      if (off && cell.checked) wrong = wrong ?? { who: row.dataset.name, n: number };
      cell.closest(".cell").classList.toggle("wrong", off && cell.checked);
    }
    const why = [noZero ? words.noZero : "", hint].filter(Boolean).join(" ");
    put(row.querySelector(".why"), why);
    row.classList.toggle("turn", next && bid === null);
    if (bid === null) { missing.push(row.dataset.name); made = null; next = false; }
    else { total += bid; made = made && [...made, bid]; }
  });
  const by = total - cards;
  const told = [filled(words.wordsSoFar, { n: total, of: cards })];
  if (by > 0) told.push(filled(words.wordsOver, { n: by }));
  else if (by < 0) told.push(filled(words.wordsUnder, { n: -by }));
  else told.push(words.wordsEven);
  if (wrong) told.push(filled(words.wordsWrong, wrong));
  else if (missing.length > 0 && missing.length < 4) told.push(filled(words.wordsMissing, { who: missing.join(", ") }));
  const status = form.querySelector("[data-bid-tally]");
  put(status, told.join(" · "));
  status.classList.toggle("wrong", wrong !== null);
  return missing.length === 0 && !wrong;
}

// The last taker has the tricks that the others left, until somebody taps otherwise.
function giveLast(rows, cards) {
  for (const cell of rows.flatMap((row) => [...row.querySelectorAll(".guessed input")])) {
    cell.checked = false;
    cell.closest(".cell").classList.remove("guessed");
  }
  const open = rows.filter((row) => tapped(row) === null);
  const left = rows.reduce((sum, row) => sum - (tapped(row) ?? 0), cards);
  const cell = open.length === 1 && left >= 0 ? open[0].querySelector(`.strip input[value="${left}"]`) : null;
  if (!cell) return;
  cell.checked = true;
  cell.closest(".cell").classList.add("guessed");
}

// Tricks: how many are still to give; in a madness each trick is one player's.
function showTricks(form, words) {
  const cards = Number(words.cards);
  const rows = Array.from(form.querySelectorAll("[data-taker]"));
  const bids = new Map(Array.from(form.querySelectorAll("[data-bidder]"), (row) => [row.dataset.bidder, tapped(row)]));
  if (!("byTrick" in words)) giveLast(rows, cards);
  const won = rows.map((row) => {
    const on = Array.from(row.querySelectorAll(".strip input:checked"));
    return "byTrick" in words ? on.length : on.length > 0 ? Number(on[0].value) : null;
  });
  const total = won.reduce((sum, tricks) => sum + (tricks ?? 0), 0);
  rows.forEach((row, place) => {
    const bid = bids.get(row.dataset.taker) ?? (row.dataset.bid === "" ? null : Number(row.dataset.bid));
    const known = total === cards || (won[place] !== null && !("byTrick" in words));
    const mark = row.querySelector("[data-mark]");
    const exact = (won[place] ?? 0) === bid;
    put(mark, known && bid !== null ? (exact ? words.wordsExact : words.wordsMissed) : "");
    mark.classList.toggle("exact", exact);
  });
  const status = form.querySelector("[data-trick-tally]");
  if (total < cards) put(status, filled(words.wordsLeft, { n: cards - total }));
  else if (total > cards) put(status, filled(words.wordsMany, { n: total - cards }));
  else put(status, filled(words.wordsRight, { n: cards }));
  status.classList.toggle("wrong", total > cards);
  status.classList.toggle("right", total === cards);
  return total === cards;
}

// The call: what cannot be called beside what is called already is shut, with the reason.
function showCall(form) {
  const boxes = Array.from(form.querySelectorAll("[data-switch]"));
  const on = new Set(boxes.filter((box) => box.checked).map((box) => box.name));
  for (const box of boxes) {
    const reasons = form.querySelectorAll(`[data-shuts="${box.name}"]`);
    const shut = Array.from(reasons).filter((reason) => on.has(reason.dataset.beside));
    for (const reason of reasons) reason.hidden = box.checked || reason !== shut[0];
    box.disabled = shut.length > 0 && !box.checked;
  }
  const ordered = form.querySelector('[name="call.suit_precedence"]');
  form.querySelector("[data-suits]").hidden = !ordered.checked;
  return form.querySelector('[name="call.cards"]:checked') !== null;
}

function show(form) {
  const parts = [];
  const [bids, tricks] = ["[data-bids]", "[data-tricks]"].map((part) => form.querySelector(part));
  if (bids) parts.push(showBids(form, bids.dataset));
  if (tricks) parts.push(showTricks(form, tricks.dataset));
  if ("call" in form.dataset) parts.push(showCall(form));
  form.querySelector("button.go").disabled = parts.includes(false);
}

function watchSheet(form) {
  form.addEventListener("change", ({ target }) => {
    for (const cell of target.closest(".strip")?.querySelectorAll(".guessed") ?? []) cell.classList.remove("guessed");
    show(form);
  });
  show(form);
  window.addEventListener("pageshow", () => show(form)); // a browser may bring back what was tapped
}

for (const form of document.querySelectorAll(".sheet-form")) watchSheet(form);
// One that the phone itself has added.
document.addEventListener("form", (event) => { if (event.target.matches(".sheet-form")) watchSheet(event.target); });
