// Question: how does a person read a number of a result?
// Method:   digits of the shortest decimals of both ends, never arithmetic on them: what is cut is cut outward, so that
//           every text holds the bracket it stands for. "50" is exact; "1.457142857…" goes on with digits that are not
//           shown; "3 ± 3e-11", "[48.7, 50]", "at least 2" are what they say.
// Cannot:   tell the two ends of a bracket from one another in its short form; bracketDetail() has both in full.

export interface EndValue {
  kind: "number" | "fraction" | "root" | "infinite";
  low: number; // doubles around it: equal for a double
  high: number;
  text: string; // in full
}

export interface BracketValue {
  lower: EndValue;
  upper: EndValue | null; // null: nobody knows one
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

export function readVector(value: unknown): [number, number, number] | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(isFiniteNumber)) return null;
  return [value[0] as number, value[1] as number, value[2] as number];
}

const kMostDigitsOfAFraction = 20_000;

// The double nearest to p/q, and whether it is p/q itself.
function fractionValue(p: bigint, q: bigint): { value: number; exact: boolean } {
  const sign = p < 0n ? -1 : 1;
  const top = p < 0n ? -p : p;
  const bits = (x: bigint) => x.toString(16).length * 4;
  const shift = Math.max(0, 80 - (bits(top) - bits(q)));
  const whole = (top << BigInt(shift)) / q;
  // One bit that says whether anything was cut keeps the rounding right.
  const rest = whole * q !== top << BigInt(shift);
  const near = Number(whole * 2n + (rest ? 1n : 0n));
  const half = Math.floor((shift + 1) / 2);
  const value = sign * near * 2 ** -half * 2 ** -(shift + 1 - half);
  const significant = Number.isFinite(value) && !rest && BigInt(near) === whole * 2n;
  return { value, exact: significant };
}

// null where it cannot be read: no number, no "p/q", no root between two times.
export function readEnd(raw: unknown): EndValue | null {
  if (isFiniteNumber(raw)) return { kind: "number", low: raw, high: raw, text: digitsOf(raw) };
  if (raw === "inf" || raw === "-inf") {
    const value = raw === "inf" ? Infinity : -Infinity;
    return { kind: "infinite", low: value, high: value, text: raw === "inf" ? "∞" : "-∞" };
  }
  if (typeof raw === "string") return readFraction(raw);
  if (isRecord(raw) && Array.isArray(raw.between)) {
    const ends = raw.between.map(readEnd);
    const [from, to] = [ends[0], ends[1]];
    if (ends.length !== 2 || !from || !to || from.kind === "infinite" || to.kind === "infinite") return null;
    if (!(from.low <= to.high)) return null;
    return { kind: "root", low: from.low, high: to.high, text: `root between ${from.text} and ${to.text}` };
  }
  return null;
}

function readFraction(text: string): EndValue | null {
  if (text.length > kMostDigitsOfAFraction) return null;
  const parts = /^(-?\d+)(?:\/(\d+))?$/.exec(text);
  if (!parts) return null;
  const q = BigInt(parts[2] ?? "1");
  if (q === 0n) return null;
  const { value, exact } = fractionValue(BigInt(parts[1]!), q);
  if (!Number.isFinite(value)) return null;
  return { kind: "fraction", low: exact ? value : nextDown(value), high: exact ? value : nextUp(value), text };
}

const doubles = new Float64Array(1);
const words = new BigInt64Array(doubles.buffer);

export function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  doubles[0] = x;
  words[0] = words[0]! + (x > 0 ? 1n : -1n);
  return doubles[0]!;
}

export function nextDown(x: number): number {
  return -nextUp(-x);
}

// null where it cannot be read, or where the lower end is above the upper one.
export function readBracket(raw: unknown): BracketValue | null {
  if (!isRecord(raw)) return null;
  const lower = readEnd(raw.lower);
  if (!lower) return null;
  if (raw.upper === null || raw.upper === undefined) return raw.upper === null ? { lower, upper: null } : null;
  const upper = readEnd(raw.upper);
  return upper && lower.low <= upper.high ? { lower, upper } : null;
}

// ---- Decimals as texts: ±0.d₁d₂d₃… · 10^exponent

interface Decimal {
  negative: boolean;
  digits: string; // no zeros at either end; "" for 0
  exponent: number;
}

function decimalOf(x: number): Decimal {
  const [mantissa, power] = Math.abs(x).toExponential().split("e") as [string, string];
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  return { negative: x < 0, digits, exponent: digits === "" ? 0 : Number(power) + 1 };
}

function textOfDecimal({ negative, digits, exponent }: Decimal): string {
  if (digits === "") return "0";
  const sign = negative ? "-" : "";
  if (exponent > 15 || exponent < -4) {
    const rest = digits.slice(1);
    return `${sign}${digits[0]}${rest ? "." + rest : ""}e${exponent - 1}`;
  }
  if (exponent <= 0) return `${sign}0.${"0".repeat(-exponent)}${digits}`;
  if (digits.length <= exponent) return sign + digits + "0".repeat(exponent - digits.length);
  return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

// The shortest decimal that reads back as x.
export function digitsOf(x: number): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "∞" : "-∞";
  return textOfDecimal(decimalOf(x));
}

// Digits up to 10^-places, no more than x (toward -1) or no less (toward 1).
function cut(x: number, places: number, toward: -1 | 1): Decimal {
  const { negative, digits, exponent } = decimalOf(x);
  const kept = Math.max(0, exponent + places);
  if (digits.length <= kept) return { negative, digits, exponent };
  const away = negative === toward < 0; // away from zero
  const head = BigInt(digits.slice(0, kept) || "0") + (away ? 1n : 0n);
  if (head === 0n) return { negative: false, digits: "", exponent: 0 };
  const text = head.toString();
  return { negative, digits: text.replace(/0+$/, ""), exponent: text.length - places };
}

const kShortDigits = 10;
const kLeastDigits = 3;

// The digits that both ends have in common, "…" where more follow; null with fewer than three.
function commonDigits(low: number, high: number): string | null {
  const a = decimalOf(low),
    b = decimalOf(high);
  if (a.negative !== b.negative || a.exponent !== b.exponent || a.digits === "" || b.digits === "") return null;
  let same = 0;
  while (same < a.digits.length && a.digits[same] === b.digits[same]) ++same;
  if (same === a.digits.length && same === b.digits.length && same <= kShortDigits + 2) return textOfDecimal(a);
  if (same < kLeastDigits) return null;
  const shown = { ...a, digits: a.digits.slice(0, Math.min(same, kShortDigits)) };
  // Digits before the point are never cut off: 123456789012… would be another number.
  if (a.exponent <= 15 && shown.digits.length < a.exponent) return null;
  const kept = textOfDecimal(shown);
  return a.exponent > 15 || a.exponent < -4 ? kept.replace("e", "…e") : kept + "…";
}

// "3 ± 3e-11": the fewest digits of something within the bracket, and a radius of one digit that holds it.
function withRadius(low: number, high: number): string | null {
  const middle = low / 2 + high / 2;
  for (let digits = 1; digits <= 17; ++digits) {
    const center = digits === 1 && low <= 0 && high >= 0 ? 0 : Number(middle.toPrecision(digits));
    if (!(low <= center && center <= high)) continue;
    const radius = Math.max(high - center, center - low) * (1 + 2 ** -40);
    const exponent = decimalOf(radius).exponent;
    return `${digitsOf(center)} ± ${textOfDecimal(cut(radius, 1 - exponent, 1))}`;
  }
  return null;
}

function rangeText(low: number, high: number): string {
  const places = 3 - decimalOf(high - low).exponent;
  const within = (x: number, toward: -1 | 1) =>
    textOfDecimal(cut(x, Math.max(places, 4 - decimalOf(x).exponent), toward));
  return `[${within(low, -1)}, ${within(high, 1)}]`;
}

// What lies between two numbers, in a few characters.
export function shortText(low: number, high: number): string {
  if (Number.isNaN(low) || Number.isNaN(high)) return "unreadable";
  if (high === Infinity)
    return low === -Infinity ? "unknown" : low >= Number.MAX_VALUE ? "unbounded" : `at least ${shortText(low, low)}`;
  if (low === -Infinity) return `at most ${shortText(high, high)}`;
  if (low === high && low === 0) return "0";
  const common = commonDigits(low, high);
  if (common !== null) return common;
  const narrow =
    high - low <= 0.01 * Math.max(Math.abs(low), Math.abs(high)) || (low < 0 && high > 0 && high - low < 1e-9);
  return (narrow ? withRadius(low, high) : null) ?? rangeText(low, high);
}

function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}

export function endText(end: EndValue, unit = ""): string {
  if (end.kind === "fraction" && end.text.length <= 12) return withUnit(end.text, unit);
  return withUnit(shortText(end.low, end.high), unit);
}

// For a row: "1.457142857…", "3 ± 3e-11", "[48.7, 50]", "1/3", "at least 2".
export function bracketText(bracket: BracketValue, unit = ""): string {
  const { lower, upper } = bracket;
  if (upper === null) return `from ${endText(lower, unit)}`;
  if (lower.kind === "fraction" && upper.text === lower.text) return endText(lower, unit);
  return withUnit(shortText(lower.low, upper.high), unit);
}

// Both ends in full.
export function bracketDetail(bracket: BracketValue, unit = ""): string {
  const { lower, upper } = bracket;
  if (upper === null) return `${withUnit(lower.text, unit)} or more; no upper end is known`;
  if (lower.text === upper.text)
    return lower.kind === "root" ? withUnit(lower.text, unit) : `exactly ${withUnit(lower.text, unit)}`;
  return withUnit(`[${lower.text}, ${upper.text}]`, unit);
}

// "(1, 0.5, -2)": six digits, to go and look.
export function pointText(point: readonly number[]): string {
  return `(${point.map((x) => (Number.isFinite(x) ? digitsOf(Number(x.toPrecision(6))) : "?")).join(", ")})`;
}
