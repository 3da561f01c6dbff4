// What every page needs: one tap sends once, a request has a key of its own, and a button prints.
"use strict";
// @import "django_htmx/htmx-2.min.js";

// Browsers offer no crypto.randomUUID on plain http, so a version 4 UUID is made from random bytes.
function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}

// What was changed since it was sent is another request, and has a key of its own.
document.addEventListener("submit", (event) => {
  const form = event.target, key = form.elements.request_key;
  if (!key) return;
  const contents = [...new FormData(form, event.submitter)].filter(([name]) => name !== "request_key" && name !== "csrfmiddlewaretoken");
  const now = JSON.stringify(contents.map(([name, value]) => [name, value.name ?? value]));
  if ((form.dataset.contents ?? now) !== now) key.value = requestKey();
  form.dataset.contents = now;
}, true);

// Enter in a figure goes to the next one, but for those that the page knows; in the last it sends, if none is empty.
// A strip of numbers counts as one: its chosen number, or its first.
const FIGURES = ["input.count, [data-sums] input", "[data-deal] input.cards", ".strip input"];

function listFigures(form, kind) {
  const fields = [...form.querySelectorAll(kind)].filter((field) => field.checkVisibility() && !field.disabled);
  const strips = new Map();
  for (const field of fields) {
    const strip = field.closest(".strip") ?? field;
    if (!strips.has(strip) || field.checked) strips.set(strip, field);
  }
  return [...strips.values()];
}

function isLeft(field) {
  const strip = field.closest(".strip");
  return strip ? !strip.querySelector(":checked") : field.value.trim() === "" && !field.dataset.known;
}

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.defaultPrevented || event.isComposing || !field.form) return;
  const kind = FIGURES.find((one) => field.matches(one));
  const fields = kind ? listFigures(field.form, kind) : [];
  const place = fields.findIndex((one) => one === field || one.closest(".strip")?.contains(field));
  const filledIn = (one) => one.classList.contains("guessed") || one.dataset.known;
  const next = fields.slice(place + 1).find((one) => !filledIn(one)) ?? fields.find((one, n) => n !== place && isLeft(one));
  next?.focus();
  if (next || field.matches("[data-deal] :is(.cards, [type=checkbox], [type=radio])")) event.preventDefault();
});

// What is unfolded to type in has its field at once, with the tap that unfolds it: a phone shows its keys only then.
document.addEventListener("click", (event) => {
  const box = event.target.closest("summary")?.parentElement;
  if (!box?.matches("[data-enters]:not([open])")) return;
  event.preventDefault();
  box.open = true;
  box.querySelector("input:not([type=hidden])").focus();
});

// A tap elsewhere folds a menu.
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});

// Escape folds what one stands in, and goes back to where it was unfolded.
document.addEventListener("keydown", (event) => {
  const field = event.target, box = field.closest("details[open]");
  if (event.key !== "Escape" || event.defaultPrevented || !box || field.closest("dialog")) return;
  if (field.matches("[type=search], [list]") && field.value) return; // there it is for the field itself
  box.open = false;
  box.querySelector("summary").focus();
});

// What is typed in a figure takes its place. Where it was pressed, the browser sets its cursor after the focus: then the
// click selects. Nothing waits, or it could select what is typed meanwhile.
let entered = null;
document.addEventListener("focusin", ({ target }) => {
  entered = target.matches("input:is(.count, [type=number], [inputmode=numeric])") ? target : null;
  entered?.select();
});
document.addEventListener("click", ({ target }) => {
  if (target === entered) target.select();
  entered = null;
});

// A complaint goes once its field is changed.
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    for (const list of target.closest("li, .field, fieldset")?.querySelectorAll(":scope > .errorlist") ?? []) list.remove();
    target.removeAttribute("aria-invalid");
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  // Where the reader stopped it, or the network lost it, it can be sent again: its key lets it count once.
  setTimeout(() => delete form.dataset.sent, 15000);
});

// A page that the browser brings back from its memory may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// A form that was not sent comes back filled by the server: its fields are changed, as if somebody had just typed in them.
document.addEventListener("DOMContentLoaded", () => {
  const fields = [...document.querySelectorAll("[data-was]")].map((field) => {
    const key = field.matches("option") ? "selected" : field.matches("[type=checkbox], [type=radio]") ? "checked" : "value";
    return { field, key, now: field[key], was: key === "value" ? field.dataset.was : field.dataset.was === "on" };
  });
  for (const { field, key, was } of fields) field[`default${key[0].toUpperCase()}${key.slice(1)}`] = was;
  for (const { field, key, now } of fields) field[key] = now;
  for (const { field } of fields) (field.closest("select") ?? field).dispatchEvent(new Event("input", { bubbles: true }));
});

function showPrint() {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
}
showPrint();
document.addEventListener("htmx:afterSwap", showPrint);
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });

// On a phone a word of up to 30 letters is smaller, before it is broken over two lines.
const WORD = /(?<![\p{L}\p{M}])[\p{L}\p{M}'’]{6,30}(?![\p{L}\p{M}'’])[.,;:]?/gu;
const SIZES = [28, 22, 18, 16, 14, 12, 10, 8];
const narrow = matchMedia("(max-width: 60rem)");

function isTooLong(words, item) {
  const broken = words.some((word) => new Set([...word.getClientRects()].map((line) => Math.round(line.top))).size > 1);
  const wider = item.clientWidth > 0 && item.scrollWidth > item.clientWidth + 1;
  return broken || words.length > 0 && wider && getComputedStyle(item).overflowX === "visible";
}

function keepWords() {
  for (const row of document.querySelectorAll(".has-long")) row.classList.remove("has-long");
  for (const item of document.querySelectorAll("[data-smaller]")) {
    item.style.fontSize = "";
    delete item.dataset.smaller;
  }
  if (!narrow.matches) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, item = text.parentElement;
    const words = [...text.data.matchAll(WORD)].map((found) => {
      const word = new Range();
      word.setStart(text, found.index);
      word.setEnd(text, found.index + found[0].length);
      return word;
    });
    if (!item.matches("code") && isTooLong(words, item)) makeSmaller(item, () => isTooLong(words, item));
  }
}

function makeSmaller(item, tooLong) {
  item.closest(".places tr")?.classList.add("has-long");
  const size = Number(getComputedStyle(item).fontSize.slice(0, -2)); // without px
  for (const next of SIZES) if (next < size && tooLong()) item.style.fontSize = `${next / 16}rem`;
  if (tooLong()) item.style.fontSize = "";
  else item.dataset.smaller = "";
}

if (document.querySelector("main")) new ResizeObserver(keepWords).observe(document.querySelector("main"));
document.addEventListener("htmx:afterSettle", keepWords);

// Of the pages that stand in one row on a phone, the one that is open is in sight.
for (const open of document.querySelectorAll(".tabs [aria-current]")) {
  const row = open.parentElement;
  row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
}

// What the server cannot do just now is said at the top of the page, which stays as it is.
document.addEventListener("htmx:responseError", (event) => {
  const { elt, xhr } = event.detail;
  if (xhr.status !== 503 || elt.matches("[data-again]")) return; // parts ask again by themselves
  const said = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("[role=alert]");
  document.querySelector("main > [data-unavailable]")?.remove();
  if (!said) return;
  said.dataset.unavailable = "";
  document.querySelector("main").prepend(said);
});
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (!event.detail.elt.matches("[data-again]") && event.detail.xhr.status < 400) document.querySelector("main > [data-unavailable]")?.remove();
});

// A filter whose answer is not the list is sent as without a script: the page says why, or asks to sign in again.
function sendFilter(event) {
  const { elt, requestConfig, xhr } = event.detail, form = requestConfig?.elt ?? elt;
  if (!form.matches(".finding") || xhr.status === 503) return;
  const list = form.getAttribute("hx-select");
  if (xhr.status === 200 && new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector(list)) return;
  event.detail.shouldSwap = false;
  form.submit();
}
for (const kind of ["beforeSwap", "sendError"]) document.addEventListener(`htmx:${kind}`, sendFilter);

// The page of an outage is left for the one that was asked for, as soon as the server answers with it.
const COMES_BACK = 5000;
if (document.querySelector("[data-comes-back]")) {
  setInterval(async () => {
    try {
      const answer = await fetch(window.location.href, { method: "HEAD" });
      if (answer.status !== 503) window.location.reload();
    } catch {
      // The network is away, too: the next look is in five seconds.
    }
  }, COMES_BACK);
}
// @import "in_view.js";
