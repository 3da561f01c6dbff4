// The bell: seen, and heard where somebody allowed it by a tap. The sound is our own: partials that do not
// agree with each other, as of a small bronze bell, each dying away at its own pace.
"use strict";

(() => {
  const WISH = "headtable.sound";
  const PITCH = 587; // hertz, a D
  // Of each partial: how high above the pitch, how loud, and for how many seconds.
  const PARTIALS = [[0.5, 0.5, 3.2], [1, 1, 2.6], [1.19, 0.55, 2.1], [1.5, 0.4, 1.7], [2, 0.5, 1.4], [2.66, 0.3, 0.9], [3.01, 0.25, 0.7], [4.1, 0.15, 0.4]];
  const SHOWN = { bell: 8000, minute: 4000, begin: 4000 };

  let sound = null;

  // A browser may forbid its memory; then the wish is asked for each time.
  function wished(wish) {
    try {
      if (wish === undefined) return localStorage.getItem(WISH) === "on";
      localStorage.setItem(WISH, wish ? "on" : "off");
    } catch {
      return false;
    }
    return wish;
  }

  const allowed = () => sound !== null && sound.state === "running";

  function show() {
    for (const button of document.querySelectorAll("[data-sound]")) {
      button.hidden = !window.AudioContext;
      button.setAttribute("aria-pressed", String(allowed()));
    }
  }

  // Browsers let a page sound after a tap only, and each time that it is opened anew.
  function allow() {
    if (!window.AudioContext) return Promise.reject(new Error("no sound here"));
    if (!sound) {
      sound = new AudioContext();
      sound.addEventListener("statechange", show);
    }
    return sound.resume();
  }

  // One stroke, so many seconds from now.
  function strike(after, loudness, pitch = PITCH) {
    const start = sound.currentTime + after;
    for (const [height, loud, seconds] of PARTIALS) {
      const tone = new OscillatorNode(sound, { frequency: pitch * height });
      const volume = new GainNode(sound, { gain: 0 });
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(loudness * loud * 0.2, start + 0.004);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      tone.connect(volume).connect(sound.destination);
      tone.start(start);
      tone.stop(start + seconds);
    }
  }

  function ring(what) {
    if (!allowed()) return;
    if (what === "bell") for (const after of [0, 0.9]) strike(after, 1);
    else if (what === "prize") [1, 1.25, 1.5].forEach((height, n) => strike(n * 0.28, 0.6, PITCH * height));
    else strike(0, 0.35, what === "minute" ? PITCH : PITCH * 1.5);
  }

  let hides = 0;
  function see(what) {
    const signs = document.querySelectorAll("[data-bell]");
    for (const sign of signs) {
      sign.dataset.what = what;
      sign.textContent = sign.dataset[what];
    }
    clearTimeout(hides);
    hides = setTimeout(() => { for (const sign of signs) sign.textContent = ""; }, SHOWN[what]);
  }

  for (const what of ["bell", "minute", "begin"]) {
    document.addEventListener(`live:${what}`, (event) => {
      if (event.detail.late) return;
      see(what);
      ring(what);
    });
  }

  // A prize is announced: heard once, and not by whoever opens the page later.
  let prize = null;
  function announced() {
    const now = document.querySelector("[data-prize]");
    if (!now) return;
    if (prize !== null && now.dataset.prize !== prize) ring("prize");
    prize = now.dataset.prize;
  }
  document.addEventListener("DOMContentLoaded", announced);
  document.addEventListener("htmx:afterSettle", announced);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sound]");
    if (button && allowed()) {
      wished(false);
      sound.suspend();
    } else if (button) {
      wished(true);
      allow().then(() => strike(0, 0.35), show); // so one hears that it is heard
    } else if (wished() && !allowed()) allow().then(show, show); // any tap will do for who wished it before
  });

  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("visibilitychange", () => {
    if (sound && wished() && !document.hidden) allow().then(show, show);
  });
})();
