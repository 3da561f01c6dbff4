// A table's phone: what is sent is kept on the phone until the server has answered, whatever the network does.
// Without this the forms work by themselves, as long as the network does.
"use strict";

(() => {
  const STORE = "headtable.waiting";
  const MOST = 20; // entries on one phone
  const LONGEST = 20000; // letters of one
  const EVERY = 5000; // milliseconds between two tries
  const PATIENCE = 10000; // milliseconds until a request counts as lost
  const ANSWERS = new Set(["recorded", "stale", "refused", "late", "gone", "another"]);

  const box = document.getElementById("queue");
  const here = box ? box.dataset.of : ""; // evening and table; none where this phone's link does not stand
  let memory = [];
  let blocked = false; // the browser keeps nothing
  let sending = false;
  let offline = false;
  let said = ""; // what became of what is not in the list any more
  let drawn = ""; // what the list shows
  let place = ""; // the button in it that has the focus; while it is hidden nothing has
  const forms = new Map(); // the forms on this page that were sent, by their entry's key
  const barred = new Set(); // entries that this phone's link could not send
  let leaving = false; // the next page is on its way
  let notBefore = 0; // a server that could not write said when to try again
  let touched = Boolean(document.querySelector("[data-typed]"));

  // Kept in the browser where it lets us; else in this page, as long as it is open.
  function read() {
    if (blocked) return memory;
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) || "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return memory;
    }
  }

  function write(entries) {
    memory = entries;
    try {
      localStorage.setItem(STORE, JSON.stringify(entries));
      blocked = false;
    } catch {
      blocked = true; // full, or forbidden: the page remembers it
    }
    show();
  }

  const change = (key, what) => write(read().map((kept) => (kept.key === key ? { ...kept, ...what } : kept)));
  const drop = (key) => write(read().filter((kept) => kept.key !== key));
  const cookie = (name) => (document.cookie.match(`(?:^|; )${name}=([^;]*)`) || [])[1] || "";
  const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  // What the form holds, as it is sent; the token against forgery is put in when it is.
  function entry(form) {
    const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const key = fields.find(([name]) => name === "request_key")[1];
    return { key, of: here, url: form.action, fields, title: form.dataset.queue, at: Date.now(), state: "waiting" };
  }

  async function post(url, fields) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(url, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") },
        signal: stop.signal,
      });
      if (answer.status === 503) {
        // It was not written: the disk is full, or the database away, or the evening locked. Keep it, and try again.
        notBefore = Date.now() + 1000 * (Number(answer.headers.get("Retry-After")) || 0);
        return null;
      }
      if (!(answer.headers.get("Content-Type") || "").includes("application/json")) {
        // Not our answer; or the cookie against forgery is gone, which a look at a page brings back.
        if (answer.status === 403) await fetch(box.dataset.score, { signal: stop.signal });
        return null;
      }
      const told = await answer.json();
      return ANSWERS.has(told.status) ? told : null;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  // One at a time and in order: what comes after an entry may rest on it.
  async function send() {
    if (sending || leaving || !here) return;
    sending = true;
    try {
      for (let next = first(); next && !leaving; next = first()) {
        change(next.key, { state: "sending" });
        const told = await post(next.url, next.fields); // oxlint-disable-line no-await-in-loop -- in order
        offline = told === null;
        if (told === null) {
          change(next.key, { state: "waiting" });
          return;
        }
        if (!read().some((kept) => kept.key === next.key)) continue; // another page of this phone was faster
        settle(next, told);
      }
    } finally {
      sending = false;
      show();
    }
  }

  // By itself, and not before the server has asked for it.
  function sendLater() {
    if (Date.now() >= notBefore) send();
  }

  function first() {
    const mine = read().filter((kept) => kept.of === here);
    const at = mine.findIndex((kept) => ["waiting", "sending", "gone", "another"].includes(kept.state) && !barred.has(kept.key));
    return at < 0 || mine.slice(0, at).some((kept) => kept.state === "refused") ? null : mine[at];
  }

  // The answer decides. What was refused just now is shown by the server, beside the form that holds it; it is kept
  // until that page has come.
  function settle(sent, told) {
    const form = forms.get(sent.key);
    if (told.status === "recorded") {
      drop(sent.key);
      if (form || !touched) leave(told.next);
      return;
    }
    const { status: state, message, typed, version } = told;
    const shown = Boolean(form) && ["stale", "refused", "late"].includes(state);
    change(sent.key, { state, message, typed: typed || [], version: version || 0, shown });
    if (shown) {
      leaving = true;
      form.submit();
    } else {
      if (["gone", "another"].includes(state)) barred.add(sent.key);
      if (form) restore(form);
    }
  }

  function leave(where) {
    leaving = true;
    window.location.assign(where);
  }

  function restore(form) {
    form.classList.remove("kept");
    delete form.dataset.sent;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("[data-queue]") || !here) return;
    const made = entry(form), kept = read();
    if (kept.length >= MOST || JSON.stringify(made).length > LONGEST) return;
    event.preventDefault();
    forms.set(made.key, form);
    write([...kept.filter((other) => ![made.key, form.dataset.replaces].includes(other.key)), made]);
    send();
  });

  // What waits, and what became of it. Nothing is drawn anew that is so already: a press or a focus would be lost.
  function show() {
    if (!box) return;
    const entries = read(), look = JSON.stringify([said, offline, entries, [...forms.keys()]]);
    if (look === drawn) return;
    drawn = look;
    const list = box.querySelector("ul"), row = box.querySelector("template");
    const held = document.activeElement;
    if (list.contains(held)) place = `[data-key="${held.closest("li").dataset.key}"] [data-do="${held.dataset.do}"]`;
    else if (held !== document.body) place = "";
    const shown = entries.filter((kept) => !(kept.state === "sending" && forms.has(kept.key)));
    box.hidden = shown.length === 0 && !said;
    box.querySelector("[data-told]").textContent = said;
    list.replaceChildren(...shown.map((kept, at) => fill(row.content.cloneNode(true), kept, entries.slice(0, at))));
    if (place) list.querySelector(place)?.focus({ preventScroll: true });
    for (const [key, form] of forms) {
      const mine = entries.find((kept) => kept.key === key);
      form.classList.toggle("kept", Boolean(mine) && mine.state === "waiting" && offline);
    }
  }

  function fill(row, kept, before) {
    const words = box.dataset, away = kept.of !== here;
    const behind = before.some((other) => other.of === kept.of && other.state === "refused");
    const name = { waiting: behind ? "wordsBehind" : "wordsWaiting", sending: "wordsSending" }[kept.state];
    let how = words[name || `words${kept.state[0].toUpperCase()}${kept.state.slice(1)}`];
    if (away) how = words.wordsAnother;
    row.firstElementChild.dataset.key = kept.key;
    row.querySelector(".what").textContent = kept.title;
    row.querySelector(".how").textContent = how.replace("{time}", time(kept.at)).replace("{why}", kept.message || "");
    const lines = row.querySelector("ul");
    lines.hidden = (kept.typed || []).length === 0;
    lines.append(...(kept.typed || []).map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    const may = {
      change: !away && (kept.state === "refused" || (kept.state === "waiting" && forms.has(kept.key))),
      ask: !away && ["stale", "refused"].includes(kept.state),
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
      if (!refill(kept)) window.location.assign(kept.url);
    },
    async ask(kept) {
      const of = Object.fromEntries(kept.fields).of;
      const [round, deal] = (kept.url.match(/\/(\d+)\/(\d+)\/$/u) || kept.url.match(/\/(\d+)\/()count\/$/u)).slice(1);
      const told = await post(box.dataset.ask, [
        ...Object.entries({ of, round, deal: deal || 0, version: kept.version || 0, request_key: kept.ask || again(kept) }),
        ...kept.typed.map((line) => ["typed", line]),
      ]);
      offline = told === null;
      if (told && told.status === "recorded") {
        said = told.message;
        drop(kept.key);
      } else if (told) change(kept.key, { message: told.message });
      send();
    },
  };

  // The key with which a correction is asked for stays the same, however often it must be sent.
  function again(kept) {
    const key = requestKey();
    change(kept.key, { ask: key });
    return key;
  }

  function back(kept) {
    const form = forms.get(kept.key);
    forms.delete(kept.key);
    drop(kept.key);
    if (form) restore(form);
  }

  // A form of this page is filled with what was typed before, if it is that deal's.
  function refill(kept) {
    const form = [...document.querySelectorAll("form[data-queue]")].find((one) => one.action === kept.url);
    const step = (fields) => Object.fromEntries(fields).step;
    if (!form || step(kept.fields) !== step([...new FormData(form)])) return false;
    const hidden = (field) => field.type === "hidden";
    form.dataset.replaces = kept.key; // what is sent takes its place
    form.closest("details")?.toggleAttribute("open", true);
    for (const field of form.elements) {
      if (hidden(field) || !field.name) continue;
      const values = kept.fields.filter(([name]) => name === field.name).map(([, value]) => value);
      if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
      else field.value = values[0] || "";
    }
    touched = true;
    form.dispatchEvent(new Event("change", { bubbles: true }));
    form.scrollIntoView();
    return true;
  }

  // Nobody who types is led away; an untouched page goes on by itself.
  function goOn() {
    const stand = document.getElementById("stand");
    if (!stand || !stand.dataset.go || touched || leaving || forms.size > 0) return;
    leave(stand.dataset.go);
  }

  document.addEventListener("input", (event) => { if (event.target.closest("main form")) touched = true; });
  document.addEventListener("change", (event) => { if (event.target.closest("main form")) touched = true; });
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
  window.addEventListener("storage", () => {
    show();
    // Another page of this phone has sent what was typed here.
    const sent = [...forms].find(([key]) => !read().some((kept) => kept.key === key));
    if (sent && !sending && !leaving) leave(sent[1].action);
  });
  setInterval(sendLater, EVERY);
  document.addEventListener("DOMContentLoaded", () => {
    // A page that says why is the answer to what was refused: it holds what was typed.
    const answered = document.querySelector("main [role=alert]");
    if (answered) write(read().filter((one) => !(one.shown && one.url === window.location.href)));
    // What a page that was closed left half sent is sent again: the server knows it by its key.
    const kept = read();
    const stuck = kept.find((one) => one.of === here && one.state === "refused");
    if (stuck) refill(stuck);
    show();
    send();
    goOn();
  });
})();
