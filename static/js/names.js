// Names as they are looked for: without case and accents. The same as `folded` and `name_key` (accounts).
"use strict";

const MARKS = /[\u0300-\u036F]|[\u0591-\u05C7]|[\u064B-\u065F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/gu;
const LETTERS = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ŧ: "t", ŋ: "n",
  ς: "σ", ʼ: "'", "’": "'", "‘": "'", "`": "'", "‐": "-", "–": "-",
};

function folded(name) {
  const letters = name.normalize("NFKD").replaceAll(MARKS, "").toLowerCase();
  return [...letters].map((letter) => LETTERS[letter] ?? letter).join("");
}

// What makes two names the same person's.
function nameKey(name) {
  const text = name.normalize("NFKC").trim().replaceAll(/\s+/gu, " ").toLowerCase();
  return text.replaceAll("ß", "ss").replaceAll("ς", "σ");
}
