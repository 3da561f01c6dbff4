// The bell: seen, and heard where somebody allowed it by a tap. The sounds are our own: partials that do not
// agree with each other, each dying away at its own pace.
"use strict";

(() => {
  const WISH = "headtable.sound";
  // Each bell: its pitch in hertz, when it is struck, in seconds, how long a stroke swells, and its partials: how
  // high above the pitch, how loud, and for how many seconds. A club chooses one (accounts/models.py, BellSound).
  const BELLS = {
    bronze: {
      pitch: 587,
      strokes: [0, 0.9],
      swell: 0.004,
      partials: [[0.5, 0.5, 3.2], [1, 1, 2.6], [1.19, 0.55, 2.1], [1.5, 0.4, 1.7], [2, 0.5, 1.4], [2.66, 0.3, 0.9], [3.01, 0.25, 0.7], [4.1, 0.15, 0.4]],
    },
    church: {
      pitch: 262,
      strokes: [0, 1.5],
      swell: 0.006,
      partials: [[0.5, 0.8, 6], [1, 0.9, 4.5], [1.2, 0.7, 3.6], [1.5, 0.45, 2.8], [2, 0.9, 3], [2.5, 0.35, 1.6], [3, 0.3, 1.2], [4, 0.25, 0.8], [5.33, 0.12, 0.5]],
    },
    hand: {
      pitch: 1175,
      strokes: [0, 0.35, 0.7],
      swell: 0.003,
      partials: [[1, 1, 1.8], [2, 0.08, 0.8], [3, 0.45, 0.9], [5.4, 0.16, 0.4], [8.9, 0.06, 0.2]],
    },
    gong: {
      pitch: 131,
      strokes: [0],
      swell: 0.06,
      partials: [[1, 0.9, 6], [1.51, 0.6, 5.2], [1.98, 0.7, 4.6], [2.44, 0.5, 4], [2.93, 0.45, 3.4], [3.67, 0.35, 2.6], [4.41, 0.3, 2], [5.83, 0.2, 1.4], [7.1, 0.12, 0.9]],
    },
  };
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
    for (const button of document.querySelectorAll("[data-listen]")) button.hidden = !window.AudioContext;
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

  const ours = () => BELLS[document.querySelector("[data-sounds]")?.dataset.sounds] ?? BELLS.bronze;

  // One stroke, so many seconds from now, so much higher than the bell is.
  function strike(after, loudness, higher = 1, bell = ours()) {
    const start = sound.currentTime + after;
    for (const [height, loud, seconds] of bell.partials) {
      const tone = new OscillatorNode(sound, { frequency: bell.pitch * higher * height });
      const volume = new GainNode(sound, { gain: 0 });
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(loudness * loud * 0.2, start + bell.swell);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      tone.connect(volume).connect(sound.destination);
      tone.start(start);
      tone.stop(start + seconds);
    }
  }

  function ring(what) {
    if (!allowed()) return;
    if (what === "bell") for (const after of ours().strokes) strike(after, 1);
    else if (what === "prize") [1, 1.25, 1.5].forEach((higher, n) => strike(n * 0.28, 0.6, higher));
    else strike(0, 0.35, what === "minute" ? 1 : 1.5);
  }

  let hides = 0;
  let seen = null; // the moment that the sign is of
  function see(what, { round, rung }) {
    for (const sign of document.querySelectorAll("[data-bell]")) {
      sign.dataset.what = what;
      sign.ariaHidden = String(what === "bell" && sign.closest(".hall") !== null); // the hall's state says it, too
      sign.textContent = sign.dataset[what];
    }
    seen = { round, rung };
    clearTimeout(hides);
    hides = setTimeout(hide, SHOWN[what]);
  }

  function hide() {
    for (const sign of document.querySelectorAll("[data-bell]")) sign.textContent = "";
    seen = null;
  }

  // A sign of one round is not shown over the next, nor a bell that was undone.
  document.addEventListener("live:state", ({ detail }) => {
    if (seen && detail && (seen.round !== detail.round || seen.rung !== detail.rung)) hide();
  });

  for (const what of ["bell", "minute", "begin"]) {
    document.addEventListener(`live:${what}`, (event) => {
      if (event.detail.late) return;
      see(what, event.detail);
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

  // In the settings the bell that is chosen is heard once.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-listen]");
    if (!button) return;
    const bell = BELLS[new FormData(button.form).get("bell")] ?? BELLS.bronze;
    allow().then(() => bell.strokes.forEach((after) => strike(after, 1, 1, bell)));
  });

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
