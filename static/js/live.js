// The evening as it happens. One stream tells how the evening stands, and parts of the page that are older
// are asked for anew. Where the stream does not work, the page asks every quarter of a minute.
// htmx's extension for streams is not used: it opens one only after htmx has come, comes back at the same moment
// on every phone, does not notice silence, and knows no clock (docs/decisions/0045).
"use strict";

const Live = (() => {
  const TICK = 200; // all lengths are milliseconds
  const POLL = 15000;
  const SILENT = 10000; // a beat of the stream was missed, and the next is due
  const SLOW = 5000; // what takes so long may not come
  const HANGS = 20000;
  const SLEPT = 5000;
  const LATE = 20000; // older news is shown, but not rung
  const AGAIN = 1000;
  const SETTLED = 50; // by then htmx listens to what it has swapped in
  const MINUTE = 60000;

  let state = null; // how the evening stands
  let heard = 0; // when that was told
  let offset = 0; // the server's clock less this device's
  let samples = [];
  let source = null;
  let working = false;
  let streamed = 0; // when the stream was opened, or last told something
  let probed = false; // a part was asked for since the stream was opened
  let tries = 0;
  let reopen = Infinity;
  let polled = Date.now();
  let failed = 0;
  let waiting = 0; // the timer of what will be asked for
  let ticked = [Date.now(), performance.now()];
  const asking = new Map(); // parts that are on their way: since when, and for which journal line
  const shown = new Map(); // what was last swapped in, by the part's id
  let lower = 0; // how many messages in a row were older than what is known
  let done = {}; // what was told once
  let ended = false; // what the page shows is no longer there

  const now = () => Date.now() + offset;
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`live:${name}`, { detail }));
  const parts = () => [...document.querySelectorAll("[data-again]")];
  const over = (part) => now() >= Number(part.dataset.until || Infinity); // it changes by time alone
  const stale = (part) => state !== null && (Number(part.dataset.seq || 0) < state.seq || over(part));

  // A message is late by its way and never early, so the largest difference of the last few is nearest.
  function timed(server) {
    samples = [...samples, server - Date.now()].slice(-5);
    offset = Math.max(...samples);
  }

  // The stream and the parts of the page say the same; what is older than what is known says nothing.
  function hear(told) {
    const before = state, since = Date.now() - heard;
    if (before && told.seq < before.seq) return;
    state = told;
    heard = Date.now();
    if (!before) {
      if (told.left !== null || told.starts !== null && told.starts <= now()) done.begin = told.round;
      if (told.ends !== null && told.ends - MINUTE <= now()) done.minute = told.ends;
    } else if (before.left !== null || before.round === told.round && before.stage === told.stage && before.ends === null) {
      done.begin = told.round; // the clock of a round that is under way begins nothing
    }
    const other = before && ["stage", "round", "rung"].some((figure) => told[figure] !== before[figure]);
    if (other) for (const message of document.querySelectorAll("[data-flash]")) message.remove();
    tell("state", state);
    const rang = told.rung && before && !(before.rung && before.round === told.round);
    if (rang) tell("bell", { ...told, late: since > LATE });
    moments();
  }

  // The evening goes on from an earlier moment, for a backup was restored: nothing that was known is so any more.
  function forget() {
    state = null;
    samples = [];
    lower = 0;
    done = {};
    soon(0, { all: true, sooner: true });
  }

  // What the clock itself brings: each is told once, and not when it is long past.
  function moments() {
    if (!state || state.rung || state.ends === null || state.left !== null) return;
    const at = now();
    const due = (when) => at >= when && at < when + LATE;
    if (done.begin !== state.round && due(state.starts)) {
      done.begin = state.round;
      tell("begin", state);
    }
    const minute = state.ends - MINUTE;
    if (done.minute !== state.ends && state.starts < minute && due(minute)) {
      done.minute = state.ends;
      tell("minute", state);
    }
    if (done.zero !== state.ends && due(state.ends)) {
      done.zero = state.ends;
      if (!working) soon(500 + Math.random() * 1500, { all: true });
    }
  }

  // Ask for the parts that are out of date, or for all; none is asked for twice at a time.
  function ask(all) {
    clearTimeout(waiting);
    waiting = 0;
    if (document.hidden || ended) return;
    if (!window.htmx) return soon(TICK, { all });
    if (all) polled = Date.now();
    const wanted = parts().filter((part) => !asking.has(part) && (all || stale(part)));
    for (const part of wanted) htmx.trigger(part, "again");
    // The page did not let it go, or has just swapped it in: a little later, then.
    if (wanted.some((part) => !asking.has(part))) soon(AGAIN, { all });
  }

  function soon(wait, { all = false, sooner = false } = {}) {
    if (waiting && !sooner) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(all), wait);
  }

  // What has been on its way for so long that it will not come.
  function giveUp(after) {
    const lost = [...asking].filter(([, sent]) => Date.now() - sent.at > after);
    for (const [part] of lost) {
      asking.delete(part);
      htmx.trigger(part, "htmx:abort");
    }
    return lost.length > 0;
  }

  function network() {
    const note = document.getElementById("offline");
    const slow = !working && [...asking.values()].some((sent) => Date.now() - sent.at > SLOW);
    if (note) note.hidden = !(failed || slow) || working && !parts().some(stale);
  }

  document.addEventListener("htmx:beforeSend", (event) => {
    const part = event.detail.elt;
    if (part.matches("[data-again]")) asking.set(part, { at: Date.now(), seq: state ? state.seq : 0 });
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const part = event.detail.requestConfig.elt, sent = asking.get(part), { xhr } = event.detail;
    if (!sent) return;
    asking.delete(part);
    if (end(xhr)) return;
    const came = xhr.status >= 200 && xhr.status < 400;
    failed = came ? 0 : failed + 1;
    if (came) {
      if (!working && xhr.getResponseHeader("Date")) timed(Date.parse(xhr.getResponseHeader("Date")));
      if (state && sent.seq < state.seq) soon(SETTLED);
    } else soon(Math.min(1000 * 2 ** failed, POLL) * (0.75 + Math.random() / 2), { all: true });
    network();
  });
  // The same again is not swapped in: nothing flickers, and nothing is read out twice.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, xhr } = event.detail;
    if (elt.matches("[data-again]") && shown.get(elt.id) === xhr.responseText) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (requestConfig.elt.matches("[data-again]")) shown.set(requestConfig.elt.id, xhr.responseText);
    read();
  });

  // The evening was removed, or its page is closed: say what the server says, and ask for nothing any more.
  // A 404 of somebody else, such as a proxy, says nothing of that.
  function end(xhr) {
    if (xhr.status !== 404) return false;
    const words = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("[data-ended]");
    if (!words) return false;
    ended = true;
    close();
    tell("ended", { what: words.dataset.ended, words: words.querySelector("p").textContent.trim() });
    if (words.dataset.ended === "table") return true; // the phone still holds what was typed
    for (const part of document.querySelectorAll(".rehearsal, .tabs")) part.remove();
    document.querySelector("main").replaceChildren(words);
    return true;
  }

  // Parts of the page carry how the evening stood when they were made.
  function read() {
    for (const found of document.querySelectorAll("[data-state]")) hear(JSON.parse(found.dataset.state));
  }

  function close() {
    if (source) source.close();
    source = null;
    working = false;
    reopen = Infinity;
  }

  function open() {
    close();
    const where = document.body.dataset.live;
    if (!where || document.hidden || ended || !window.EventSource) return;
    streamed = Date.now();
    probed = false;
    source = new EventSource(where);
    source.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      working = true;
      tries = 0;
      streamed = Date.now();
      // One may have been on its way while a part of the page was made; no second one is.
      lower = state && told.seq < state.seq ? lower + 1 : 0;
      if (lower > 1) forget();
      timed(told.now);
      const urgent = !state || ["stage", "round", "rung"].some((figure) => told[figure] !== state[figure]);
      hear(told);
      if (parts().some(stale)) soon(Math.random() * told.spread * (urgent ? 1 : 3), { sooner: urgent });
      network();
    });
    source.addEventListener("error", () => {
      // One that was lost comes back by itself in a second; one that was refused is tried again by us.
      if (working) polled = Date.now() - POLL + 3000 + Math.random() * 3000;
      working = false;
      probed = true;
      if (source.readyState !== EventSource.CLOSED) return;
      reopen = Date.now() + Math.min(1000 * 2 ** tries, POLL) * (0.75 + Math.random() / 2);
      tries += 1;
    });
  }

  // A page that is seen again is right at once; a hidden one is quiet.
  function wake() {
    ticked = [Date.now(), performance.now()];
    if (document.hidden) return close();
    samples = [];
    tries = 0;
    giveUp(2000);
    open();
    ask(true);
    tell("tick");
  }

  function tick() {
    if (document.hidden || ended) return;
    const [wall, steady] = [Date.now() - ticked[0], performance.now() - ticked[1]];
    ticked = [Date.now(), performance.now()];
    if (wall > SLEPT || Math.abs(wall - steady) > 1000) return wake(); // it slept, or its clock was set
    const silence = source ? Date.now() - streamed : 0;
    if (silence > SLOW && !working && !probed) {
      probed = true;
      ask(true); // whether the network is away, or the stream alone
    }
    if (silence > SILENT || Date.now() >= reopen) {
      if (working) failed += 1;
      open();
    }
    if (!working && Date.now() - polled > POLL) ask(true);
    if (giveUp(HANGS)) failed += 1;
    network();
    moments();
    if (parts().some(over)) soon(AGAIN);
    tell("tick");
  }

  // The stream does not wait for htmx, which is the largest part of the page and comes after this.
  function start() {
    const made = document.querySelector("[data-state]");
    if (made) timed(JSON.parse(made.dataset.state).now);
    read();
    open();
    setInterval(tick, TICK);
  }

  start();
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  window.addEventListener("pagehide", close);
  window.addEventListener("offline", () => {
    working = false;
    ask(true);
  });

  return { now, get state() { return state; }, get working() { return working; } };
})();
// @import "clock.js";
// @import "bell/bell.js";
