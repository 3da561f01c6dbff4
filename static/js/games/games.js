// The library: a choice shows its page at once, and cards are tapped instead of typed. All works without.
"use strict";

(() => {
  document.documentElement.classList.add("js");
  const SUITS = [["S", "♠"], ["H", "♥"], ["D", "♦"], ["C", "♣"]];
  const RANKS = [..."AKQJT98765432"];
  const COLUMNS = 13;

  for (const form of document.querySelectorAll("[data-sends]")) {
    form.addEventListener("change", () => form.requestSubmit());
  }

  // The same reading as the program's: "10h", "A♠, KD".
  const held = (input) => {
    let text = input.value.toUpperCase().replaceAll("10", "T");
    for (const [letter, sign] of SUITS) text = text.replaceAll(sign, letter);
    return text.split(/[\s,;]+/u).filter(Boolean);
  };

  class Pack {
    constructor(inputs) {
      this.inputs = inputs;
      this.at = inputs[0];
      this.group = document.createElement("div");
      this.group.className = "pack";
      this.group.setAttribute("role", "group");
      this.buttons = new Map();
      for (const [letter, sign] of SUITS) {
        for (const rank of RANKS) this.add(rank, letter, sign);
      }
      this.all = [...this.buttons.values()];
      this.all[0].tabIndex = 0;
      this.group.addEventListener("click", (event) => this.tapped(event.target.closest("button")));
      this.group.addEventListener("keydown", (event) => this.moved(event));
      for (const input of inputs) {
        input.inputMode = "none"; // a finger taps the pack; the phone's keyboard would cover it
        input.addEventListener("focus", () => this.open(input));
        input.addEventListener("input", () => this.show());
      }
      // Where cards are all there is to enter, the pack lies open.
      if (!this.at.form.querySelector("[type=number]")) this.open(this.at);
    }

    add(rank, letter, sign) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.card = rank + letter;
      button.textContent = (rank === "T" ? "10" : rank) + sign;
      if (letter === "H" || letter === "D") button.className = "red";
      this.group.append(button);
      this.buttons.set(rank + letter, button);
    }

    // The pack lies below the field that it fills.
    open(input) {
      this.at = input;
      const field = input.closest(".field");
      const row = input.closest(".player");
      if (row) row.append(this.group);
      else field.after(this.group);
      const label = [row?.querySelector("legend"), field.querySelector("label")];
      this.group.setAttribute("aria-label", label.filter(Boolean).map((part) => part.textContent).join(": "));
      this.show();
    }

    show() {
      const mine = new Set(held(this.at));
      const others = new Set(this.inputs.filter((input) => input !== this.at).flatMap(held));
      for (const [card, button] of this.buttons) {
        button.setAttribute("aria-pressed", mine.has(card));
        button.setAttribute("aria-disabled", others.has(card));
      }
    }

    tapped(button) {
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const cards = held(this.at);
      const card = button.dataset.card;
      const most = Number(this.at.dataset.cards);
      if (cards.includes(card)) cards.splice(cards.indexOf(card), 1);
      else if (cards.length < most) cards.push(card);
      else return;
      this.at.value = cards.join(" ");
      this.show();
      if (cards.length === most) this.next(button);
    }

    // A hand that is full leads to the next that is empty, of the same size.
    next(button) {
      const after = this.inputs.slice(this.inputs.indexOf(this.at) + 1);
      const empty = after.find((input) => !input.value && input.dataset.cards === this.at.dataset.cards);
      if (!empty) return;
      this.open(empty);
      button.focus({ preventScroll: true });
      this.group.scrollIntoView({ block: "nearest" });
    }

    moved(event) {
      const at = this.all.indexOf(event.target);
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
      if (at < 0 || !step || !this.all[at + step]) return;
      event.preventDefault();
      this.all[at].tabIndex = -1;
      this.all[at + step].tabIndex = 0;
      this.all[at + step].focus();
    }
  }

  const inputs = [...document.querySelectorAll("#entries [data-cards]")];
  if (inputs.length > 0) new Pack(inputs); // oxlint-disable-line no-new -- it puts itself on the page
})();
