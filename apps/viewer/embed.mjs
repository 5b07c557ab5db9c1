// Writes a file as a C++ string literal, in pieces that every compiler takes. Usage: node embed.mjs FILE FILE.inc
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const kPiece = 4096; // bytes; compilers count lines, debuggers show them

// Everything but plain characters as three octal digits: no digit that follows can be taken for one of them.
const escaped = [...Array(256).keys()].map((byte) => {
  const character = String.fromCharCode(byte);
  return /[ !#->@-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, "0")}`;
});

const [from, to] = process.argv.slice(2);
const bytes = readFileSync(from);
const pieces = [];
for (let at = 0; at < bytes.length; at += kPiece)
  pieces.push(`"${Array.from(bytes.subarray(at, at + kPiece), (byte) => escaped[byte]).join("")}"\n`);
writeFileSync(`${to}.new`, pieces.join(""));
renameSync(`${to}.new`, to);
