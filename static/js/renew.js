// The organiser's pages: a part that is asked for anew waits while somebody types in it or sends something, and
// what was typed, ticked, unfolded or in focus stays so. Once the evening has gone on to another page, that one
// is shown, unless something typed here would be lost by it.
"use strict";

(() => {
  const FIELDS = "input:not([type=hidden]), select, textarea";
  const PATIENCE = 5000; // milliseconds without a stream before that is said

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const renewed = () => all("[data-again], [data-with-it]");
  const within = (element) => renewed().some((part) => part.contains(element));
  const ticked = (field) => field.type === "checkbox" || field.type === "radio";

  function changed(field) {
    if (ticked(field)) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return field.selectedIndex !== Math.max(0, all("option", field).findIndex((choice) => choice.defaultSelected));
    return field.value !== field.defaultValue;
  }

  function typing() {
    const field = document.activeElement;
    return field.matches(FIELDS) && !ticked(field) && within(field);
  }

  // How an element is found again in the part that takes its place: by its id, where it leads, what it sends.
  function finder(element) {
    const quoted = (name, of = element) => JSON.stringify(of.getAttribute(name));
    if (element.id) return () => document.getElementById(element.id);
    if (element.matches("summary")) return () => document.querySelector(`#${element.parentElement.id || "_"} > summary`);
    if (element.matches("a")) return () => document.querySelector(`a[href=${quoted("href")}]`);
    if (!element.form) return () => null;
    return () => {
      const buttons = all(`form[action=${quoted("action", element.form)}] button`);
      return buttons.find((button) => button.textContent === element.textContent) || (buttons.length === 1 ? buttons[0] : null);
    };
  }

  let kept = null;
  function keep() {
    const parts = renewed();
    const fields = parts.flatMap((part) => all(FIELDS, part)).filter((field) => field.id && changed(field) && !field.hasAttribute("hx-post"));
    const focus = document.activeElement;
    kept = {
      open: parts.flatMap((part) => all("details[open]", part)).map((details) => details.id),
      fields: fields.map((field) => [field.id, ticked(field) ? field.checked : field.value]),
      scrolled: parts.flatMap((part) => all("[id]", part)).filter((box) => box.scrollTop).map((box) => [box.id, box.scrollTop]),
      focus: within(focus) ? finder(focus) : null,
    };
  }

  function restore() {
    const { open, fields, scrolled, focus } = kept;
    kept = null;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, value] of fields) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (ticked(field)) field.checked = value;
      else field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (const [id, top] of scrolled) {
      const box = document.getElementById(id);
      if (box) box.scrollTop = top;
    }
    if (focus && document.activeElement === document.body) focus()?.focus({ preventScroll: true });
  }

  function answers(text, part) {
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.getElementById(part.id)?.dataset.again === part.dataset.again;
  }

  // The part is not on the page that answers: the evening has gone on, or one is signed out.
  function leave(part) {
    const lost = all(FIELDS, document.querySelector("main")).some(changed);
    part.removeAttribute("data-again");
    if (lost) document.querySelector("[data-gone-on]").hidden = false;
    else window.location.assign(part.getAttribute("hx-get").split("?")[0]);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches("[data-again]")) return;
    if (typing() || document.querySelector("main form[data-sent]")) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.target;
    if (!part.matches("[data-again]") || event.detail.xhr.status !== 200 || !event.detail.shouldSwap) return;
    if (typing() || document.querySelector("main form[data-sent]")) event.preventDefault();
    else if (answers(event.detail.xhr.responseText, part)) keep();
    else {
      event.preventDefault();
      leave(part);
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (kept) restore();
    document.dispatchEvent(new CustomEvent("renewed"));
  });

  let worked = Date.now();
  document.addEventListener("live:tick", () => {
    if (Live.working || document.hidden) worked = Date.now();
    const note = document.querySelector("[data-lost]");
    if (note) note.hidden = Date.now() - worked < PATIENCE;
  });
})();
