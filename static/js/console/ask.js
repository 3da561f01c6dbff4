// A step that must be confirmed is asked for over the page, which keeps its place and address. Without a script, or without
// an answer, the question has a page of its own.
"use strict";

(() => {
  async function load(address) {
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return answer.ok ? page.querySelector("#main form[aria-labelledby=asked]") : null;
    } catch {
      return null;
    }
  }

  function open(form) {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-labelledby", "asked");
    form.className = "";
    dialog.append(document.adoptNode(form));
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    form.querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      dialog.close();
    });
    dialog.showModal();
  }

  let asking = false;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-asks]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const form = await load(link.href);
    asking = false;
    if (!form) return location.assign(link.href);
    const menu = link.closest(".menu[open]");
    if (menu) menu.open = false;
    open(form);
  });
})();
