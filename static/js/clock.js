// The round's clock counts down by the server's time, however wrong this device's own clock is.
"use strict";

(() => {
  // What the clock shows: "hand" is what it does, "left" the milliseconds that are left of it.
  function shown(state, at) {
    if (state.rung) return state.moves === null ? { hand: "rung", left: 0 } : { hand: "moves", left: state.moves - at };
    if (state.left !== null) return { hand: "paused", left: state.left };
    if (state.ends === null) return { hand: "off", left: 0 };
    if (state.starts !== null && at < state.starts) return { hand: "waiting", left: state.starts - at };
    return at < state.ends ? { hand: "running", left: state.ends - at } : { hand: "up", left: 0 };
  }

  function figures(left) {
    const seconds = Math.ceil(Math.max(0, left) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function put(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
  }

  function words(clock, name) {
    return (JSON.parse(clock.dataset.words)[name] || "").replace("{n}", Live.state.round);
  }

  function show() {
    if (!Live.state) return;
    const { hand, left } = shown(Live.state, Live.now());
    for (const clock of document.querySelectorAll("[data-clock]")) {
      clock.hidden = hand === "off" || hand === "rung";
      const look = hand === "running" && left <= 60000 ? "last" : hand;
      if (clock.dataset.hand !== look) put(clock.querySelector("[data-time]"), ""); // in other type it is another text
      clock.dataset.hand = look;
      put(clock.querySelector("[data-says]"), words(clock, hand));
      put(clock.querySelector("[data-time]"), figures(left));
    }
    changes(hand);
  }

  // Said aloud, once each: a screen reader hears of changes, and not of every second.
  let last = null;
  function changes(hand) {
    if (last !== null && last !== hand) say(hand);
    last = hand;
  }

  function say(what) {
    const clock = document.querySelector("[data-clock]");
    const aloud = clock && words(clock, `aloud.${what}`);
    if (aloud) put(voice(), aloud);
  }

  function voice() {
    let line = document.getElementById("clock-voice");
    if (!line) {
      line = document.createElement("p");
      line.id = "clock-voice";
      line.className = "visually-hidden";
      line.setAttribute("role", "status");
      document.querySelector("main").append(line);
    }
    return line;
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("[data-clock]")) voice();
  });
  for (const name of ["live:tick", "live:state", "htmx:afterSwap"]) document.addEventListener(name, show);
})();
