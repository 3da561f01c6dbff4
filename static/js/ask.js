// A question with one button opens as a dialog over the page, which keeps its place and address. It is the part
// [data-question] of the page that a link with [data-asks] leads to, or the content of details.ask. Without a script it is
// on its page, or unfolds. A form in it is sent as any other: a refusal is shown by the page that answers.
"use strict";

(() => {
  const DOUBLE = 500, NEAR = 12; // milliseconds and pixels between the two taps of a double tap
  let asking = false;

  async function load(address) {
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const question = answer.ok ? page.querySelector("#main [data-question]") : null;
      return question && prepare(question, page, answer.url);
    } catch {
      return null;
    }
  }

  // The question of a page brings its way back, and the style sheets that several subjects share.
  function prepare(question, page, address) {
    for (const form of question.parentElement.querySelectorAll("form:not([action])")) form.setAttribute("action", address);
    const back = question.querySelector("[data-back]") ? null : page.querySelector("#main [data-back]");
    if (back) {
      back.className = "button quiet";
      question.querySelector("button:last-of-type:not([type=button])").after(" ", back);
    }
    const sheets = [...page.querySelectorAll('link[rel=stylesheet][href*="/css/base/"]')];
    question.prepend(...sheets.filter((sheet) => !document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)));
    question.classList.remove("card", "next", "middle");
    return document.adoptNode(question);
  }

  // The opener may be in a menu that was folded meanwhile.
  function findVisible(opener) {
    for (let box = opener; box; box = box.parentElement.closest("details")) {
      const item = box === opener ? opener : box.querySelector("summary");
      if (item.checkVisibility()) return item;
    }
    return null;
  }

  // The second tap of a double tap, and a key that is held, opened the question and do not answer it.
  function refuseSame(dialog, opening) {
    dialog.addEventListener("click", (event) => {
      const way = Math.hypot(event.clientX - opening.clientX, event.clientY - opening.clientY);
      if (!event.detail || !opening.detail || way > NEAR || event.timeStamp - opening.timeStamp > DOUBLE) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    dialog.addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter") event.preventDefault(); });
  }

  function show(opener, opening, parts, after = () => {}) {
    const dialog = document.createElement("dialog");
    dialog.append(...parts);
    const title = dialog.querySelector("h1, h2, h3");
    title.id ||= "dialog-title";
    dialog.setAttribute("aria-labelledby", title.id);
    document.body.append(dialog);
    refuseSame(dialog, opening);
    // At once, and not by the event that follows: the opener can be pressed again as soon as it has the focus.
    function close(event) {
      event.preventDefault();
      after();
      dialog.remove();
      findVisible(opener)?.focus();
    }
    dialog.addEventListener("cancel", close);
    for (const back of dialog.querySelectorAll("[data-back]")) {
      back.hidden = false;
      back.addEventListener("click", close);
    }
    const menu = opener.closest(".menu[open]");
    if (menu) menu.open = false;
    window.htmx?.process(dialog);
    dialog.showModal();
    if (dialog.scrollHeight > dialog.clientHeight) { // read from its top
      title.tabIndex = -1;
      title.focus();
    }
  }

  function unfold(summary, opening) {
    const box = summary.parentElement, parts = [...box.children].slice(1);
    const title = document.createElement("h2");
    title.textContent = summary.textContent.replaceAll(/\s+/gu, " ").replace(" :", ":").trim();
    // A page that was renewed meanwhile has the content again.
    show(summary, opening, [title, ...parts], () => { if (box.children.length === 1) box.append(...parts); });
  }

  async function ask(link, opening) {
    asking = true;
    const question = await load(link.href);
    asking = false;
    if (!question) return location.assign(link.href);
    show(link, opening, [question]);
  }

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("a[data-asks], details.ask:not([open]) > summary");
    if (!opener || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (asking || document.querySelector("dialog[open]")) return;
    if (opener.matches("a")) ask(opener, event);
    else unfold(opener, event);
  });
})();
