// A tap on a head sorts its table, a second tap turns the order around, a third brings the page's own order back.
// Rows are compared by their cells' texts, or by data-value where the text is not the value. Rows that belong together
// have a <tbody> of their own. A table that is renewed keeps the chosen order, by its id.
"use strict";

(() => {
  const language = document.documentElement.lang;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const parts = new Intl.NumberFormat(language).formatToParts(12345.5);
  const [group, decimal] = ["group", "decimal"].map((kind) => parts.find(({ type }) => type === kind).value);
  const chosen = new Map(); // by table: the number of the column, and its direction
  const pageOrder = new WeakMap(); // by table: its rows as the page has them

  const key = (table) => table.id || table;
  const heads = (table) => [...table.tHead.rows[0].cells];
  const isNumber = (head) => head.classList.contains("num");
  const isBlank = (value) => value === "" || Number.isNaN(value);

  function list(table) {
    return table.tBodies.length > 1 ? [...table.tBodies] : [...table.tBodies[0].rows];
  }

  function place(rows) {
    const focused = document.activeElement;
    rows[0]?.parentElement.append(...rows);
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  function read(row, head) {
    const cell = (row.rows?.[0] ?? row).cells[head.cellIndex];
    const text = cell?.dataset.value ?? (cell?.querySelector(".name, .big") ?? cell)?.textContent.trim().split("\n")[0] ?? "";
    if (!isNumber(head)) return text === "–" ? "" : text;
    const figure = text.replaceAll(group, "").replace(decimal, ".").replace("−", "-").replace(/^(-?)(?=\d+\/)/u, "$10 ");
    const [, minus, whole, top = 0, bottom = 1] = /(-?)(\d[\d.]*)(?:\s(\d+)\/(\d+))?/u.exec(figure) ?? [];
    return Number(whole) * (minus ? -1 : 1) + top / bottom * (minus ? -1 : 1);
  }

  function sort(table) {
    const [column, turn] = chosen.get(key(table)) ?? [];
    for (const one of heads(table)) one.removeAttribute("aria-sort");
    const rows = pageOrder.get(table), head = heads(table)[column];
    if (!head) return place(rows);
    head.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
    const values = new Map(rows.map((row) => [row, read(row, head)]));
    return place(rows.toSorted((row, other) => {
      const a = values.get(row), b = values.get(other);
      if (isBlank(a) || isBlank(b)) return isBlank(a) - isBlank(b);
      return turn * (isNumber(head) ? a - b : compare(a, b));
    }));
  }

  // The tap on a column: names begin with A, figures with the largest, then the other way, then as the page has it.
  function choose(head) {
    const table = head.closest("table"), [column, turn] = chosen.get(key(table)) ?? [];
    const first = isNumber(head) && !head.classList.contains("place") ? -1 : 1;
    if (column !== head.cellIndex) chosen.set(key(table), [head.cellIndex, first]);
    else if (turn === first) chosen.set(key(table), [column, -first]);
    else chosen.delete(key(table));
    sort(table);
  }

  // Heads with a button are kept as they are when their table is renewed (renew.js).
  function prepare() {
    for (const table of document.querySelectorAll("table[data-sort]")) {
      if (pageOrder.has(table)) continue; // another part was renewed
      pageOrder.set(table, list(table));
      for (const head of heads(table).filter((one) => !one.querySelector("button, .visually-hidden"))) {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => choose(head));
        head.dataset.own = "";
        head.append(button);
      }
      if (chosen.has(key(table))) sort(table);
    }
  }

  // What is renewed is compared with the page as the server knows it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.defaultPrevented || !event.detail.shouldSwap) return;
    for (const table of event.detail.target.querySelectorAll("table[data-sort]")) {
      place(pageOrder.get(table) ?? []);
      pageOrder.delete(table);
    }
  });
  document.addEventListener("htmx:afterSwap", prepare);
  prepare();
})();
