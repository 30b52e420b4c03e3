/**
 * Makes `app/domains/accounts/password-choice/common-words.json`: the words of which common passwords are made.
 * Source: the list of passwords by frequency in breached collections of @zxcvbn-ts/language-common (MIT). Taken are its
 * first words, without digits and signs around them, and its mixed ones as they are; then months, seasons and the like,
 * which people build passwords of when they are told to change them. Run it by hand: node workers/tooling/common-passwords.mjs
 */
import fs from "node:fs";
import path from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { root } from "./install.mjs";

const WORDS = 20_000;
const MIXED = 2_000;
const OWN = `
january february march april may june july august september october november december spring summer autumn fall winter
monday tuesday wednesday thursday friday saturday sunday welcome changeme change default temporary temp secret login
administrator admin guest user test testing demo letmein qwertz azerty passwort motdepasse contrasena senha wachtwoord
haslo parola company office business voice speech parlando
`;

const passwords = dictionary["passwords-common"];
const words = new Set();
for (const password of passwords) {
  const word = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (/^\p{L}{3,}$/u.test(word)) words.add(word);
  if (words.size >= WORDS) break;
}
const mixed = passwords.filter((password) => /^(?=.*[a-z])(?=.*\d)[a-z\d]{5,}$/i.test(password)).slice(0, MIXED);
for (const each of [...mixed, ...OWN.trim().split(/\s+/)]) words.add(each.toLowerCase());

/** As `wordHash` in `app/domains/accounts/password-choice/fold.ts`. */
function wordHash(word) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(word)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return Number(hash >> 16n);
}

const HASH_BYTES = 6;
const hashes = [...new Set([...words].map(wordHash))].sort((a, b) => a - b);
const bytes = Buffer.alloc(hashes.length * HASH_BYTES);
hashes.forEach((hash, i) => {
  bytes.writeUIntBE(hash, i * HASH_BYTES, HASH_BYTES);
});
const file = path.join(root, "app/domains/accounts/password-choice/common-words.json");
fs.writeFileSync(file, `${JSON.stringify({ hashes: bytes.toString("base64") }, null, 2)}\n`);
console.log(`${hashes.length} words, ${fs.statSync(file).size} bytes`);
