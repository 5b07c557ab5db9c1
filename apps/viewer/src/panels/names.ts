// Question: how does a name of anything get into a line of text?

// "1 pair", "2,000 pairs".
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

// Control characters as signs that can be seen: a name with a line break in it is one name on one line.
export function onOneLine(name: string): string {
  return name
    .replace(/[\n\r\u0085\u2028\u2029]/g, "\u21b5")
    .replace(/\t/g, "\u21e5")
    .replace(/[\u0000-\u001f\u007f]/g, "\ufffd");
}

const kLongest = 60;

// Within a sentence: cut short, and isolated, so that its direction is no matter for the words around it.
export function inSentence(name: string): string {
  const line = onOneLine(name);
  const points = line.length > kLongest ? [...line] : [];
  return `\u2068${points.length > kLongest ? points.slice(0, kLongest).join("") + "…" : line}\u2069`;
}
