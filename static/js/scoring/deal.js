// The scorer's form adds up while it is typed in.
"use strict";

const figure = (text) => (/^\s*\d+\s*$/u.test(text) ? Number(text) : null);
const minus = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

class DealForm {
  constructor(form) {
    this.form = form;
    this.words = form.dataset;
    this.left = Number(form.dataset.left); // in the pool, of people who have gone
    this.status = form.querySelector("[data-tally]");
    this.rows = Array.from(form.querySelectorAll("[data-entry]"), (row) => ({
      entry: row.dataset.entry,
      name: row.querySelector("label span").textContent,
      had: row.dataset.had === undefined ? null : Number(row.dataset.had),
      input: row.querySelector("input"),
      outcome: row.querySelector("[data-outcome]"),
      other: row.dataset.other ?? "", // what stands here in the other way of counting
    }));
    form.addEventListener("change", (event) => this.ticked(event.target));
    form.addEventListener("input", (event) => this.typed(event.target));
    this.show();
  }

  all(name) { return Array.from(this.form.querySelectorAll(`input[name="${name}"]`)); }
  chosen(name) { return new Set(this.all(name).filter((box) => box.checked).map((box) => box.value)); }
  get byCounts() { return this.chosen("tally").has("counts"); }

  // "Nobody called" and a caller put each other out.
  ticked(box) {
    if (box.name === "nobody" && box.checked) for (const other of this.all("in_call")) other.checked = false;
    if (box.name === "in_call" && box.checked) for (const other of this.all("nobody")) other.checked = false;
    if (["winners", "in_call", "nobody"].includes(box.name)) for (const sure of this.all("sure")) sure.checked = false;
    if (box.name === "winners" || box.name === "in_call") this.form.querySelector(".asks-sure")?.remove();
    if (box.name === "tally") for (const row of this.rows) this.turn(row);
    this.show();
  }

  typed(input) {
    input.classList.remove("guessed");
    this.show();
  }

  turn(row) {
    const held = row.input.classList.contains("guessed") ? "" : row.input.value;
    this.clear(row);
    [row.input.value, row.other] = [row.other, held];
  }

  clear(row) {
    row.input.value = "";
    row.input.classList.remove("guessed");
  }

  show() {
    const winners = this.chosen("winners");
    for (const box of this.all("in_call")) {
      box.disabled = winners.has(box.value);
      if (box.disabled) box.checked = false;
    }
    if (this.all("tally").length === 0) return;
    if (this.byCounts) this.counts();
    else if (this.chosen("tally").has("three")) this.three(winners);
    else this.stakes(winners);
  }

  // What a caller put in is what the most put in, until somebody types otherwise.
  guess(met) {
    const given = this.rows.filter((row) => !row.input.classList.contains("guessed"));
    const most = Math.max(0, ...given.map((row) => figure(row.input.value) ?? 0));
    for (const row of this.rows) {
      const mine = row.input.classList.contains("guessed");
      if (met.has(row.entry) && most && (mine || row.input.value === "") && row.input !== document.activeElement) {
        row.input.value = String(row.had === null ? most : Math.min(most, row.had));
        row.input.classList.add("guessed");
      } else if (mine && !(met.has(row.entry) && most)) this.clear(row);
    }
  }

  stakes(winners) {
    this.guess(new Set([...winners, ...this.chosen("in_call")]));
    const stake = (row) => figure(row.input.value) ?? 0;
    const pool = this.rows.reduce((sum, row) => sum + stake(row), this.left);
    const share = winners.size > 0 ? Math.floor(pool / winners.size) : 0;
    const odd = winners.size > 0 ? pool % winners.size : 0;
    for (const row of this.rows) {
      const net = (winners.has(row.entry) ? share : 0) - stake(row);
      row.outcome.textContent = pool && winners.size > 0 ? minus(net) : "";
    }
    const broken = this.rows.find((row) => row.had !== null && stake(row) > row.had);
    if (broken) return this.say(this.words.wordsShort.replace("{who}", broken.name).replace("{n}", broken.had), true);
    let text = pool ? this.words.wordsPool.replace("{n}", pool) : "";
    if (pool && winners.size > 1) text += ` · ${this.words.wordsShare.replace("{n}", share)}`;
    if (pool && odd) text += ` · ${this.words.wordsOdd}`;
    this.say(text, false);
  }

  // Three pools, each with its winner. A bet that is empty is the stake alone, of somebody who did not call.
  three(winners) {
    const met = new Set([...winners, ...this.chosen("in_call")]);
    this.guess(met);
    const [first, second, third] = ["first", "second", "third"].map((name) => figure(this.form.elements[name].value) ?? 0);
    const late = third + Number(this.words.waiting), bet = (row) => figure(row.input.value) ?? second;
    const bets = this.rows.reduce((sum, row) => sum + bet(row), 0), many = this.rows.length;
    const won = ["won_first", "won_third"].map((name) => this.form.elements[name].value);
    const known = first && second && third && winners.size === 1 && won[0] && won[1];
    for (const row of this.rows) {
      if (met.has(row.entry)) delete row.input.dataset.known;
      else row.input.dataset.known = "yes"; // Enter passes it
      const taken = (won[0] === row.entry ? first * many : 0) + (winners.has(row.entry) ? bets : 0) + (won[1] === row.entry ? late * many : 0);
      const gone = first + bet(row) + (won[1] === "0" ? 0 : late);
      row.outcome.textContent = known ? minus(taken - gone) : "";
    }
    const broken = this.rows.find((row) => row.had !== null && first + bet(row) + late > row.had);
    if (broken) return this.say(this.words.wordsShort.replace("{who}", broken.name).replace("{n}", broken.had), true);
    const sums = [first * many, bets, late * many];
    this.say(first || second || third ? this.words.wordsPool.replace("{n}", sums.join(" + ")) : "", false);
  }

  // The last figure is what the others leave, until somebody types otherwise.
  giveLast() {
    const guessed = (row) => row.input.classList.contains("guessed"), held = document.activeElement;
    const open = this.rows.filter((row) => guessed(row) || row.input.value.trim() === "");
    const now = this.rows.map((row) => (open.includes(row) ? 0 : figure(row.input.value)));
    const known = open.length === 1 && !now.includes(null) && this.rows.every((row) => row.had !== null);
    const rest = known ? this.rows.reduce((sum, row, at) => sum + row.had - now[at], this.left) : -1;
    for (const row of open) {
      if (rest < 0 && guessed(row) && row.input !== held) this.clear(row);
      if (rest < 0 || row.input === held || row.input.value === String(rest)) continue;
      row.input.value = String(rest);
      row.input.classList.add("guessed");
    }
  }

  counts() {
    for (const row of this.rows) delete row.input.dataset.known;
    this.giveLast();
    let missing = 0, sum = -this.left;
    const net = new Map();
    for (const row of this.rows) {
      const now = figure(row.input.value);
      if (now === null) missing += 1;
      else if (row.had !== null) {
        sum += now - row.had;
        net.set(row, now - row.had);
      }
      row.outcome.textContent = now === null || row.had === null ? "" : minus(now - row.had);
    }
    if (missing) this.say(this.words.wordsMissing.replace("{n}", missing), false);
    else if (sum) this.say((sum > 0 ? this.words.wordsOver : this.words.wordsUnder).replace("{n}", Math.abs(sum)), true);
    else this.say(this.agree(net) ? this.words.wordsOk : this.words.wordsTotal, false, this.agree(net));
  }

  // Whether the counters go with who won and called. The server judges all others: they are not said to be right.
  agree(net) {
    const winners = this.chosen("winners"), called = this.chosen("in_call"), rows = [...net.keys()];
    const gains = rows.map((row) => net.get(row)), most = Math.max(...gains);
    const answered = called.size > 0 || winners.size > 1 || this.chosen("nobody").size > 0;
    const cards = [...this.form.querySelectorAll("input.cards")].some((field) => field.value.trim());
    if (net.size < this.rows.length || winners.size === 0 || !answered || cards) return false;
    if (winners.size > 1 && !("divides" in this.words)) return false;
    if (this.all("tally").some((box) => box.value === "three")) return most > 0 && gains.indexOf(most) === gains.lastIndexOf(most);
    const level = Math.max(...gains.map((gain) => -gain), this.left);
    return rows.every((row) => {
      const gain = net.get(row), broke = row.had > 0 && row.had + gain === 0;
      if (winners.has(row.entry)) return gain > 0;
      if (called.has(row.entry)) return broke || (-gain === level && level > 0);
      return !broke && !("antes" in this.words && -gain === level);
    });
  }

  say(text, wrong, right = false) {
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
    this.status.classList.toggle("right", right);
  }
}

function watchDeal(form) {
  const deal = new DealForm(form);
  window.addEventListener("pageshow", () => deal.show());
}

document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form[data-deal]")) watchDeal(form);
});
// One that the phone itself has added.
document.addEventListener("form", (event) => { if (event.target.matches("[data-deal]")) watchDeal(event.target); });
