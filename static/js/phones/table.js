// A table whose phone has no network goes on by the plan that its page has read: deals, dealers, orders, figures, and
// a blank form of each step. What was entered since stands in the entries that wait; this only adds them up.
"use strict";

const Table = (() => {
  const section = document.getElementById("goes-on");
  let plan = null;
  let active = null; // the form that goes on

  // True if the page's worker has the plan, for the server is away.
  async function load() {
    if (!section) return false;
    try {
      const answer = await fetch(section.dataset.plan, { headers: { Accept: "application/json" } });
      if (answer.ok) plan = await answer.json();
      return plan !== null && answer.headers.has("Headtable-Kept");
    } catch {
      return false; // the network is away already: the page stays as it is
    }
  }

  const numbersOf = (fields, part) => Object.fromEntries(fields.filter(([name]) => name.startsWith(`${part}-`)).map(([name, value]) => [name.slice(part.length + 1), Number(value)]));
  const callIn = (fields) => fields.filter(([name, value]) => name.startsWith("call.") && value);
  const dealOf = (stand) => plan.deals[stand.index];
  const callKey = (made) => [Object.fromEntries(made)["call.cards"], ...plan.switches.filter((name) => made.some(([field]) => field === `call.${name}`))].join(" ");
  const figuresOf = (stand) => (dealOf(stand).by_call ? stand.call && plan.calls[callKey(stand.call)] : dealOf(stand));
  const dealerOf = (stand) => plan.dealers[stand.number - plan.number];
  const orderOf = (stand) => plan.orders[dealerOf(stand)];

  function begin() {
    const by = (figure) => Object.fromEntries(plan.people.map((person) => [person.entry, person[figure]]));
    const bids = plan.bids && Object.keys(plan.bids).length > 0 ? plan.bids : null;
    return { index: 0, number: plan.number, bids, call: null, had: by("had"), totals: by("total"), zeros: by("zeros") };
  }

  // Where the table is once these entries are recorded.
  function standAfter(entries) {
    const stand = begin();
    for (const entry of entries) {
      if (stand.index < plan.deals.length && entry.url.endsWith(`/${plan.round}/${stand.number}/`)) add(stand, entry.fields);
    }
    stand.call = stand.call ?? Kept.entries.find(({ key }) => key === keyOfCall(stand.number))?.fields ?? null;
    return stand;
  }

  function add(stand, fields) {
    const { step } = Object.fromEntries(fields);
    if (callIn(fields).length > 0) stand.call = callIn(fields);
    if (step === "bids") {
      stand.bids = numbersOf(fields, "bids");
      stand.trump = Object.fromEntries(fields).trump;
    } else if (step === "tricks") addTricks(stand, fields);
    else addPool(stand, fields);
  }

  function addTricks(stand, fields) {
    const bids = numbersOf(fields, "bids"), points = pointsOf(stand, fields);
    for (const { entry } of plan.people) {
      stand.zeros[entry] = bids[entry] === 0 ? stand.zeros[entry] + 1 : 0;
      stand.totals[entry] = points && stand.totals[entry] !== null ? stand.totals[entry] + points[entry] : null;
    }
    const tricks = tricksOf(fields);
    const won = plan.people.every(({ entry }) => bids[entry] === (tricks[entry] ?? 0));
    if (!plan.repeats || won) stand.index += 1;
    if (plan.target && Object.values(stand.totals).some((total) => total === null || total >= plan.target)) stand.index = plan.deals.length;
    follow(stand);
  }

  function tricksOf(fields) {
    const tricks = numbersOf(fields, "tricks");
    for (const [name, entry] of fields) if (/^trick-\d+$/u.test(name) && entry) tricks[entry] = (tricks[entry] ?? 0) + 1;
    return tricks;
  }

  // Everybody's points, by entry; null: they follow.
  function pointsOf(stand, fields) {
    const deal = figuresOf(stand);
    if (!deal || plan.repeats) return null;
    const [bids, tricks, revokes] = [numbersOf(fields, "bids"), tricksOf(fields), numbersOf(fields, "revokes")];
    const people = plan.people.map(({ entry }) => entry);
    const found = Lookup.scores(plan, deal, ...[bids, tricks, revokes].map((figures) => people.map((entry) => figures[entry] ?? 0)));
    return found && Object.fromEntries(people.map((entry, place) => [entry, found[place]]));
  }

  // What everybody has after a pool; null where more than adding up is needed.
  function addPool(stand, fields) {
    const typed = numbersOf(fields, "counters"), winners = fields.filter(([name]) => name === "winners").map(([, entry]) => entry);
    const { tally } = Object.fromEntries(fields);
    const pool = Object.values(typed).reduce((total, stake) => total + stake, 0);
    for (const { entry } of plan.people) {
      const had = stand.had[entry], figure = typed[entry] ?? 0, wins = winners.includes(String(entry));
      let now = null;
      if (tally === "counts") now = typed[entry] ?? null;
      else if (tally === "stakes" && winners.length === 1 && had !== null) now = had - figure + (wins ? pool : 0);
      stand.had[entry] = now > 0 ? now : null;
    }
    stand.index += 1;
    follow(stand);
  }

  function follow(stand) {
    stand.number += 1;
    stand.bids = null;
    stand.call = null;
    stand.trump = "";
  }

  // The blank form of the next step; null where the plan ends.
  function nextForm(entries) {
    if (!plan) return null;
    const stand = standAfter(entries);
    if (!plan.deals[stand.index] || !dealerOf(stand)) return null;
    const deal = plan.orders && figuresOf(stand);
    if (!plan.orders) return fill(stand, dealOf(stand).last ? "last" : "pool", fillPool);
    if (!deal) return fill(stand, "call", () => {});
    if (stand.bids || deal.most === 0) return fill(stand, deal.by_trick ? "taken" : "tricks", fillTricks);
    return fill(stand, "bids", fillBids);
  }

  function fill(stand, name, fillStep) {
    const form = new DOMParser().parseFromString(plan.forms[name], "text/html").querySelector("form");
    const title = [plan.title, plan.deal.replace("{n}", stand.number)], step = (form.dataset.queue ?? "").split(" · ").slice(title[0].split(" · ").length + 1);
    form.setAttribute("action", form.dataset.queue ? form.getAttribute("action").replace(/\d+\/$/u, `${stand.number}/`) : "");
    if (form.dataset.queue) form.dataset.queue = [...title, ...step].join(" · ");
    form.dataset.heading = title[1];
    form.dataset.number = stand.number;
    form.dataset.words = dealOf(stand).words ?? "";
    for (const key of form.querySelectorAll("[name=request_key]")) key.value = requestKey();
    fillStep(form, stand);
    return form;
  }

  const rowsIn = (form, name, people) => people.map((entry) => form.querySelector(`[data-${name}="${entry}"]`));
  // Of the widest deal's cells those of this deal, untapped.
  function clear(rows, cards) {
    for (const row of rows) {
      for (const cell of row.querySelectorAll(".strip .cell")) {
        const input = cell.querySelector("input"), [, trick] = input.name.match(/^trick-(\d+)$/u) ?? [];
        if (Number(trick ?? input.value) > cards) cell.remove();
        input.checked = false;
        input.disabled = false;
      }
    }
  }

  // In the order of the rows, before what follows them.
  function order(rows) {
    const [last] = rows.toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1));
    const after = last.nextSibling;
    for (const row of rows) last.parentElement.insertBefore(row, after);
  }

  function fillSheet(form, stand, name) {
    const deal = figuresOf(stand), rows = rowsIn(form, name, orderOf(stand));
    order(rows);
    clear(rows, deal.cards);
    const mark = form.querySelector(".dealer");
    form.querySelector(`[data-${name}="${dealerOf(stand)}"] .who`)?.after(" ", mark ?? "");
    if (!deal.turns || stand.trump) form.querySelector(".trump-row")?.remove();
    for (const [field, value] of (stand.call ?? []).toReversed()) {
      const hidden = Object.assign(document.createElement("input"), { type: "hidden", name: field, value: value === "on" ? "True" : value });
      form.querySelector("[name=step]").after(hidden);
    }
    return { deal, rows };
  }

  function fillBids(form, stand) {
    const { deal, rows } = fillSheet(form, stand, "bidder");
    const words = form.querySelector("[data-bids]").dataset;
    Object.assign(words, { cards: deal.cards, running: deal.running.join(" "), last: deal.last.join(" ") });
    for (const [place, row] of rows.entries()) {
      const entry = row.dataset.bidder, had = row.querySelector(".had"), number = row.querySelector(".place");
      if (deal.zeros && stand.zeros[entry] >= deal.zeros) row.dataset.noZero = "";
      else delete row.dataset.noZero;
      if (number) number.textContent = place + 1;
      row.querySelector(".why").textContent = "";
      if (had && stand.totals[entry] === null) had.remove();
      else if (had) had.textContent = had.textContent.replace(/[−-]?\d+/u, stand.totals[entry]);
    }
  }

  function fillTricks(form, stand) {
    const { deal, rows } = fillSheet(form, stand, "taker");
    form.querySelector("[data-tricks]").dataset.cards = deal.cards;
    const bids = stand.bids ?? Object.fromEntries(plan.people.map(({ entry }) => [entry, 0]));
    for (const row of rows) {
      const entry = row.dataset.taker;
      row.dataset.bid = bids[entry];
      row.querySelector(".bid b").textContent = bids[entry];
      for (const cell of row.querySelectorAll(".strip .cell")) {
        const { name, value } = cell.querySelector("input");
        cell.classList.toggle("as-bid", name.startsWith("tricks-") && Number(value) === bids[entry]);
      }
    }
    const hidden = orderOf(stand).map((entry) => form.querySelector(`[type=hidden][name="bids-${entry}"]`));
    for (const [place, field] of hidden.entries()) field.value = bids[orderOf(stand)[place]];
    order(hidden);
    for (const option of form.querySelectorAll("select[name^=revokes-] option")) if (Number(option.value) > deal.cards) option.remove();
  }

  function fillPool(form, stand) {
    const first = stand.number === plan.number;
    if (!first) {
      form.dataset.left = "0";
      form.querySelector("[data-waits]")?.remove();
    }
    for (const row of form.querySelectorAll("[data-entry]")) {
      const had = stand.had[row.dataset.entry], words = row.querySelector("label .soft");
      if (had === null || had === undefined) {
        delete row.dataset.had;
        words?.remove();
      } else {
        row.dataset.had = had;
        if (words) words.textContent = words.textContent.replace(/\d+/u, had);
      }
    }
  }

  // The form takes the place of what the page showed.
  function show(form) {
    active = form;
    const queue = document.getElementById("queue");
    for (const element of section.parentElement.children) {
      if (![section, queue].includes(element) && (element.matches("[role=status]:not(#offline)") || section.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) element.hidden = true;
    }
    for (const other of document.querySelectorAll("form[data-queue]")) other.remove(); // its fields have the same names
    form.hidden = false;
    section.hidden = false;
    queue.before(section);
    section.querySelector("h2").textContent = form.dataset.heading ?? "";
    section.querySelector("p").textContent = form.dataset.words ?? "";
    section.querySelector("div").replaceChildren(form);
    form.dispatchEvent(new CustomEvent("form", { bubbles: true }));
    section.querySelector("h2").focus();
  }

  // A call is no entry: it goes with the bids. Until then it is kept by itself.
  const keyOfCall = (number) => `call ${document.getElementById("queue").dataset.of} ${plan.round} ${number}`;
  const keepCall = (number, fields) => Kept.put({ key: keyOfCall(number), state: "call", fields, at: Kept.next });

  // The form in which an entry that waits was typed: of the step after those before it.
  function formOf(entry, before) {
    const made = callIn(entry.fields);
    if (made.length > 0) keepCall(standAfter(before).number, made);
    const form = nextForm(before);
    return form?.action === entry.url && FormEntry.stepOf(form) === Object.fromEntries(entry.fields).step ? form : null;
  }

  section?.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-call]")) return;
    event.preventDefault();
    const fields = new FormData(event.target);
    if (!fields.has("call.suit_precedence")) fields.delete("call.suits");
    keepCall(event.target.dataset.number, callIn([...fields]));
    section.dispatchEvent(new CustomEvent("called", { bubbles: true }));
  });

  // The points of a result in words, by the entries before it; empty for other steps.
  function pointsLine(entries, fields) {
    if (!plan?.orders || Object.fromEntries(fields).step !== "tricks") return [];
    const points = pointsOf(standAfter(entries), fields);
    if (!points) return plan.repeats ? [] : [section.dataset.wordsFollow];
    return [`${section.dataset.wordsPoints}: ${plan.people.map(({ entry, name }) => `${name} ${points[entry]}`).join(", ")}`];
  }

  return { formOf, load, nextForm, pointsLine, show, get active() { return active; }, get ready() { return plan !== null; } };
})();
