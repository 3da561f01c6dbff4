// A table's phone: what is sent is kept on the phone until the server has answered, whatever the network does.
// Without this the forms work by themselves, as long as the network does.
"use strict";

(() => {
  const MOST = 100; // entries on one phone
  const LONGEST = 20000; // letters of one
  const EVERY = 5000; // milliseconds between two tries
  const AFTER_PAINT = 500;
  const SLOW = 3000; // until the table goes on without an answer

  const box = document.getElementById("queue");
  const here = box ? box.dataset.of : ""; // evening and table; none where this phone's link does not stand
  let sending = false;
  let offline = false;
  let said = ""; // what became of what is not in the list any more
  let drawn = ""; // what the list shows
  let place = ""; // the button in it that has the focus; while it is hidden nothing has
  const forms = new Map(); // the forms on this page that were sent, by their entry's key
  const barred = new Set(); // entries that this phone's link could not send
  let leaving = false; // the next page is on its way
  let touched = Boolean(document.querySelector("[data-typed]"));

  const read = () => Kept.entries;
  const { change, drop, find } = Kept;

  const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  function entry(form, submitter = null) {
    const fields = FormEntry.fieldsOf(form, submitter);
    const { request_key: key } = Object.fromEntries(fields);
    const lines = [...FormEntry.describe(form), ...(submitter?.name ? [submitter.textContent.trim()] : [])];
    const words = { title: form.dataset.queue, lines, small: "small" in form.dataset };
    const at = Number(form.dataset.at) || Kept.next; // what is changed keeps its turn
    return { key, of: here, url: form.action, fields, ...words, at, state: "waiting" };
  }

  // What is typed is kept from the first tap until it is an entry: by evening, table and deal, and by what the form
  // was filled in against. What the organiser changed meanwhile makes another form, and the draft is shown beside it.
  const draftKey = (form) => `${here} ${form.action} ${FormEntry.basisOf(form)}`;
  // One that waited before is in its turn: nothing after it is sent before.
  function keepDraft(form, holds = false) {
    if (!here || !form.matches("[data-queue]") || form.dataset.sent) return;
    const key = draftKey(form), made = entry(form), before = find(key);
    Kept.put({ ...made, key, state: "draft", at: before?.at ?? made.at, holds: holds || Boolean(before?.holds) });
  }

  function fillIn(form, draft) {
    if (!draft) return;
    if (draft.holds) form.dataset.at = draft.at;
    FormEntry.refill(form, draft.fields);
  }

  // One at a time and in order: what comes after an entry may rest on it.
  async function send() {
    if (sending || leaving || !here) return;
    sending = true;
    try {
      for (let next = first(); next && !leaving; next = first()) {
        change(next.key, { state: "sending" });
        const told = await Sending.post(next.url, next.fields); // oxlint-disable-line no-await-in-loop -- in order
        offline = told === null;
        if (told === null) {
          change(next.key, { state: "waiting" });
          if (forms.get(next.key)?.isConnected) goAlone();
          return;
        }
        if (!find(next.key)) continue; // another page of this phone was faster
        settle(next, told);
      }
    } finally {
      sending = false;
      show();
    }
  }

  const isBefore = (kept) => kept.state === "refused" || kept.holds; // what comes after it waits for it

  // By itself, and not before the server has asked for it.
  function sendLater() {
    if (Date.now() >= Sending.notBefore) send();
  }

  function first() {
    const mine = read().filter((kept) => kept.of === here);
    const at = mine.findIndex((kept) => ["waiting", "sending", "gone", "another"].includes(kept.state) && !barred.has(kept.key));
    return at < 0 || mine.slice(0, at).some(isBefore) ? null : mine[at];
  }

  // The answer decides. What was refused just now is shown by the server, beside the form that holds it; it is kept
  // until that page has come.
  function settle(sent, told) {
    const form = forms.get(sent.key);
    if (told.status === "recorded") {
      drop(sent.key);
      if (sent.isQuestion) said = told.message;
      if (first()) return;
      if (Table.active) leaveAlone();
      else if (form || !touched && !sent.isQuestion) leave(told.next);
      return;
    }
    const { message, typed, version } = told;
    const state = sent.small && told.status === "refused" ? "stale" : told.status; // nothing rests on a question
    const shown = Boolean(form) && !Table.active && !sent.small && ["stale", "refused", "late"].includes(state);
    change(sent.key, { state, message, typed: typed || [], version: version || 0, shown });
    if (shown) {
      leaving = true;
      form.submit();
    } else {
      if (["gone", "another"].includes(state)) barred.add(sent.key);
      else if (Table.active && !first()) return leaveAlone();
      if (form) FormEntry.restore(form);
    }
  }

  // The network is back: what is typed in the form that went on comes back on the page of its deal.
  function leaveAlone() {
    leave(Table.active.getAttribute("action") || box.dataset.score);
  }

  function leave(where) {
    leaving = true;
    window.location.assign(where);
  }

  // On the window: after whatever listens on the document, also where this script came first.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("[data-queue]") || !here) return;
    const made = entry(form, event.submitter);
    if (read().length >= MOST || JSON.stringify(made).length > LONGEST) return;
    event.preventDefault();
    forms.set(made.key, form);
    const calls = read().filter(({ state }) => state === "call").map(({ key }) => key);
    for (const key of [draftKey(form), form.dataset.replaces ?? "", ...calls]) drop(key);
    made.lines.push(...Table.pointsLine(waiting(), made.fields));
    Kept.put(made);
    FormEntry.note(form, box.dataset.wordsSending);
    if (offline) goAlone();
    else setTimeout(() => { if (find(made.key)) goAlone(); }, SLOW);
    send();
  });

  const waiting = () => read().filter((kept) => kept.of === here && ["waiting", "sending"].includes(kept.state));

  // Without an answer the table goes on to its next step, by the plan.
  function goAlone() {
    if (leaving) return false;
    const form = Table.nextForm(waiting());
    if (!form) return false;
    const next = draftKey(form), same = Table.active && draftKey(Table.active) === next;
    if (same && Table.active.isConnected && !forms.has(Table.active.elements.request_key?.value)) return true;
    Table.show(form);
    fillIn(form, find(draftKey(form)));
    show();
    return true;
  }

  // A page that was loaded without a server goes on where the phone was.
  async function loadPlan() {
    const isAway = await Table.load();
    Kept.keepPage();
    offline ||= isAway;
    show();
    if (offline && (waiting().length > 0 || !document.querySelector("form[data-queue]:not([data-small])"))) goAlone();
  }

  // What waits, and what became of it. Nothing is drawn anew that is so already: a press or a focus would be lost.
  function show() {
    if (!box) return;
    const entries = read(), open = new Set([...document.querySelectorAll("form[data-queue]")].map(draftKey));
    const shown = entries.filter((kept) => kept.state !== "call" && !(kept.state === "sending" && forms.has(kept.key)) && !open.has(kept.key));
    const look = JSON.stringify([said, offline, shown, [...forms.keys()], Table.ready]);
    if (look === drawn) return;
    drawn = look;
    for (const plain of document.querySelectorAll("[data-plain]")) plain.hidden = Boolean(navigator.serviceWorker?.controller);
    const list = box.querySelector("ul"), row = box.querySelector("template");
    const held = document.activeElement;
    if (list.contains(held)) place = `[data-key="${held.closest("li").dataset.key}"] [data-do="${held.dataset.do}"]`;
    else if (held !== document.body) place = "";
    box.hidden = shown.length === 0 && !said;
    box.querySelector("[data-told]").textContent = said;
    list.replaceChildren(...shown.map((kept) => fill(row.content.cloneNode(true), kept, entries.slice(0, entries.indexOf(kept)))));
    if (place) list.querySelector(place)?.focus({ preventScroll: true });
    for (const [key, form] of forms) {
      const mine = entries.find((kept) => kept.key === key);
      form.classList.toggle("kept", Boolean(mine) && mine.state === "waiting" && offline);
    }
  }

  function fill(row, kept, before) {
    const words = box.dataset, away = kept.of !== here;
    const behind = before.some((other) => other.of === kept.of && isBefore(other));
    const name = { waiting: behind ? "wordsBehind" : "wordsWaiting", sending: "wordsSending" }[kept.state];
    let how = words[name || `words${kept.state[0].toUpperCase()}${kept.state.slice(1)}`];
    if (away) how = words.wordsAnother;
    row.firstElementChild.dataset.key = kept.key;
    row.querySelector(".what").textContent = kept.title;
    row.querySelector(".how").textContent = how.replace("{time}", time(kept.at)).replace("{why}", kept.message || "");
    const lines = row.querySelector("ul");
    const typed = linesOf(kept);
    lines.hidden = typed.length === 0;
    lines.append(...typed.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    const may = {
      change: !away && (["refused", "draft"].includes(kept.state) || (kept.state === "waiting" && (forms.has(kept.key) || (Table.ready && !kept.small)))),
      ask: !away && !kept.small && ["stale", "refused", "draft"].includes(kept.state),
      drop: kept.state !== "late" && kept.state !== "sending",
      close: kept.state === "late",
    };
    for (const button of row.querySelectorAll("button")) {
      button.hidden = !may[button.dataset.do];
      button.setAttribute("aria-label", `${button.textContent}: ${kept.title}`);
      button.addEventListener("click", () => act[button.dataset.do](kept));
    }
    return row;
  }

  // In the server's words, once it has answered.
  const linesOf = (kept) => (kept.typed?.length ? kept.typed : kept.lines);

  const act = {
    drop(kept) {
      if (!window.confirm(`${kept.title}: ${box.dataset.wordsSure}`)) return;
      back(kept);
      send();
    },
    close(kept) { drop(kept.key); },
    // Back into its form: the one on this page, or the one on the page of its deal.
    change(kept) {
      if (forms.has(kept.key)) return back(kept);
      const blank = kept.state === "waiting" && Table.formOf(kept, waiting().filter(({ at }) => at < kept.at));
      if (blank) {
        takeBack(blank, kept);
        Table.show(blank);
        return FormEntry.refill(blank, kept.fields);
      }
      const form = refill(kept);
      if (form) form.scrollIntoView();
      else window.location.assign(kept.url);
    },
    // The question takes the place of what it is about, and is sent in its turn.
    ask(kept) {
      const of = Object.fromEntries(kept.fields).of, key = requestKey(), lines = linesOf(kept);
      const [round, deal] = (kept.url.match(/\/(\d+)\/(\d+)\/$/u) || kept.url.match(/\/(\d+)\/()count\/$/u)).slice(1);
      const about = Object.entries({ of, round, deal: deal || 0, version: kept.version || 0, request_key: key });
      const fields = [...about, ...lines.map((line) => ["typed", line])];
      const title = `${kept.title} · ${box.querySelector("template").content.querySelector("[data-do=ask]").textContent}`;
      Kept.put({ key, of: here, url: box.dataset.ask, fields, title, lines, at: kept.at, state: "waiting", small: true, isQuestion: true });
      drop(kept.key);
      send();
    },
  };

  function back(kept) {
    const form = forms.get(kept.key);
    forms.delete(kept.key);
    drop(kept.key);
    if (!form) return;
    FormEntry.restore(form);
    takeBack(form, kept);
    if (Table.active) Table.show(form);
  }

  // What waited is a draft again, in its turn.
  function takeBack(form, kept) {
    drop(kept.key);
    form.dataset.at = kept.at;
    keepDraft(form, true);
  }

  // A form of this page is filled with what was typed before, if it is that deal's.
  function refill(kept) {
    const form = [...document.querySelectorAll("form[data-queue]")].find((one) => one.action === kept.url);
    if (!form || FormEntry.stepOf(form) !== Object.fromEntries(kept.fields).step) return null;
    const draft = find(draftKey(form)); // changed since
    FormEntry.refill(form, (draft ?? kept).fields);
    form.dataset.replaces = kept.key; // what is sent takes its place
    form.closest("details")?.toggleAttribute("open", true);
    touched = true;
    return form;
  }

  // Nobody who types is led away; an untouched page goes on by itself.
  function goOn() {
    const stand = document.getElementById("stand");
    if (stand && "over" in stand.dataset) for (const kept of read()) if (kept.state === "draft") drop(kept.key);
    if (!stand || !stand.dataset.go || touched || leaving || forms.size > 0) return;
    leave(stand.dataset.go);
  }

  function keepTyped(event) {
    const form = event.target.closest("main form");
    if (!form) return;
    touched = true;
    keepDraft(form);
  }

  // Without a network another page would be the browser's error page.
  document.addEventListener("click", (event) => {
    if (!Sending.away || !event.target.closest("a[href]")) return;
    if (goAlone() || !navigator.serviceWorker?.controller) event.preventDefault();
  });
  document.addEventListener("called", goAlone);
  document.addEventListener("input", keepTyped);
  document.addEventListener("change", keepTyped);
  document.addEventListener("htmx:afterSwap", goOn);
  document.addEventListener("live:ended", (event) => {
    if (!touched && forms.size === 0) return leave(box.dataset.score);
    said = event.detail.words;
    show();
  });
  for (const name of ["live:state", "visibilitychange"]) document.addEventListener(name, () => { if (!document.hidden) sendLater(); });
  window.addEventListener("online", send);
  window.addEventListener("pageshow", () => {
    leaving = false;
    send();
  });
  document.addEventListener("kept", (event) => {
    show();
    if (!event.detail.elsewhere) return;
    // Another page of this phone has sent what was typed here.
    const sent = [...forms].find(([key]) => !find(key));
    if (sent && !sending && !leaving) leave(sent[1].action);
  });
  setInterval(sendLater, EVERY);
  window.addEventListener("DOMContentLoaded", async () => {
    await Kept.ready;
    // A page that says why is the answer to what was refused: it holds what was typed.
    const answered = document.querySelector("main [role=alert]");
    if (answered) for (const kept of read().filter((one) => one.shown && one.url === window.location.href)) drop(kept.key);
    const filled = [...document.querySelectorAll("form[data-queue]")];
    const stuck = read().find((kept) => kept.of === here && kept.state === "refused");
    if (stuck) refill(stuck);
    for (const form of filled) {
      if ("typed" in form.dataset) keepDraft(form);
      else fillIn(form, find(draftKey(form)));
    }
    show();
    send();
    goOn();
    setTimeout(loadPlan, AFTER_PAINT);
  });
})();
