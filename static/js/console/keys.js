// Keys of the console: each presses what has it as its data-key, and "?" lists those that are on the page.
// They can be switched off (WCAG 2.1.4), which this device remembers.
"use strict";

(() => {
  const WISH = "headtable.keys";
  const FIELDS = "input, select, textarea, [contenteditable]";
  const dialog = document.getElementById("keys");
  const box = dialog.querySelector("input");

  // A browser may forbid its memory: then the keys are on each time that the page is opened.
  function wished(wish) {
    try {
      if (wish === undefined) return localStorage.getItem(WISH) !== "off";
      localStorage.setItem(WISH, wish ? "on" : "off");
    } catch {
      return wish ?? true;
    }
    return wish;
  }

  // A part of the page has the key of its main button.
  function target(item) {
    if (item.matches("a, button")) return item;
    return item.querySelector(".go, .bell") ?? item.querySelector(":scope:is(form) button");
  }

  function found(key) {
    return [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((part) => {
      const item = target(part);
      return item && !item.disabled && item.checkVisibility();
    });
  }

  function list() {
    for (const row of dialog.querySelectorAll("[data-lists]")) {
      const part = found(row.dataset.lists);
      const words = row.querySelector("[data-own-words]");
      row.hidden = !part;
      row.querySelector("kbd").textContent = row.dataset.lists;
      if (part && words) words.textContent = target(part).textContent;
    }
    dialog.showModal();
  }

  // What leads is not pressed by one slip of a finger: the focus goes there, and Enter presses it.
  function press(part) {
    const item = target(part);
    if (!("keyLeads" in part.dataset)) return item.click();
    item.scrollIntoView({ block: "nearest" });
    item.focus({ focusVisible: true });
  }

  document.addEventListener("keydown", (event) => {
    const { key, target: at } = event;
    if (!box.checked || event.defaultPrevented || event.repeat || event.isComposing) return;
    // A dialog that was closed keeps the focus until the browser draws again: nobody types in what is not to be seen.
    const typing = at.closest(FIELDS) && at.checkVisibility();
    if (event.ctrlKey || event.metaKey || event.altKey || typing || document.querySelector("dialog[open]")) return;
    const part = key === "?" ? dialog : found(key);
    if (!part) return;
    event.preventDefault();
    if (part === dialog) list();
    else press(part);
  });

  function show() {
    for (const button of document.querySelectorAll("[data-keys]")) button.hidden = false;
  }
  document.addEventListener("click", (event) => { if (event.target.closest("[data-keys]")) list(); });
  document.addEventListener("htmx:afterSwap", show);
  show();

  // The switch counts as unchanged, or the page would wait for it to be sent.
  box.checked = box.defaultChecked = wished();
  box.addEventListener("change", () => { box.defaultChecked = wished(box.checked); });
})();
// @import "js/awake.js";
// @import "js/ask.js";
