// Question: how does a pair fare during the interval, and how does it stand at one time?
// Method:   the brackets of `move` cut the interval into phases: apart, in contact, within a bracket (one of both), and
//           not told.
import { isFiniteNumber, isRecord, readBracket, readEnd, shortText, type BracketValue } from "../brackets";

export type PhaseKind = "apart" | "contact" | "edge" | "unknown";

export interface Phase {
  kind: PhaseKind;
  from: number;
  to: number;
}

export interface Course {
  phases: Phase[]; // closed, abutting, over the whole interval
  first: BracketValue | null; // the first contact
  contacts: { begin: BracketValue; end: BracketValue }[];
  spans: number[]; // where spans of the timelines that were printed meet
  problem: string; // "" where everything could be read
}

type Interval = readonly [number, number];

function spanEnds(raw: unknown): number[] {
  if (!isRecord(raw) || !Array.isArray(raw.spans)) return [];
  return raw.spans.flatMap((span: unknown) => {
    const end = isRecord(span) ? readEnd(span.to) : null;
    return end && Number.isFinite(end.low) ? [end.low] : [];
  });
}

// Puts phases one behind the other; what goes back in time is cut.
class Line {
  readonly phases: Phase[] = [];
  private at: number;

  constructor(private readonly interval: Interval) {
    this.at = interval[0];
  }

  until(time: number, kind: PhaseKind): void {
    const to = Math.min(this.interval[1], time);
    if (!(to > this.at) && !(to === this.at && kind === "contact")) return;
    this.phases.push({ kind, from: this.at, to: Math.max(this.at, to) });
    this.at = Math.max(this.at, to);
  }

  close(kind: PhaseKind): Phase[] {
    if (this.at < this.interval[1] || this.phases.length === 0)
      this.phases.push({ kind, from: this.at, to: this.interval[1] });
    return this.phases;
  }
}

export function courseOf(raw: unknown, interval: Interval): Course {
  const course: Course = { phases: [], first: null, contacts: [], spans: [], problem: "" };
  const line = new Line(interval);
  const fail = (problem: string): Course => ({
    ...course,
    phases: new Line(interval).close("unknown"),
    contacts: [],
    problem,
  });
  if (!isRecord(raw) || typeof raw.status !== "string") return fail("this pair cannot be read");
  course.spans = [raw.timeline, ...(Array.isArray(raw.gaps) ? raw.gaps : [])].flatMap(spanEnds);
  if (raw.status === "clear") return { ...course, phases: line.close("apart") };
  if (raw.contact !== undefined && raw.contact !== null) {
    course.first = readBracket(raw.contact);
    if (!course.first) return fail("the time of its first contact cannot be read");
  }
  if (raw.status !== "contact" && raw.status !== "already" && raw.status !== "undecided")
    return fail("nothing is said of its motion");
  if (raw.status !== "undecided" && !course.first) return fail("the time of its first contact is missing");
  if (raw.intervals === undefined || raw.status === "undecided") {
    if (course.first) line.until(course.first.lower.low, "apart");
    if (course.first?.upper && raw.status !== "undecided") {
      line.until(course.first.upper.low, "edge");
      if (course.first.upper.low <= interval[1]) line.until(course.first.upper.low, "contact");
    }
    return { ...course, phases: line.close("unknown") };
  }
  if (!Array.isArray(raw.intervals)) return fail("its times of contact cannot be read");
  for (const entry of raw.intervals as unknown[]) {
    const begin = isRecord(entry) ? readBracket(entry.begin) : null;
    const end = isRecord(entry) ? readBracket(entry.end) : null;
    if (!begin?.upper || !end?.upper) return fail("its times of contact cannot be read");
    course.contacts.push({ begin, end });
    line.until(begin.lower.low, "apart");
    line.until(begin.upper.high, "edge");
    line.until(Math.max(begin.upper.high, end.lower.low), "contact");
    line.until(end.upper.high, "edge");
  }
  if (isFiniteNumber(raw.decided_until)) {
    line.until(raw.decided_until, "apart");
    return { ...course, phases: line.close("unknown") };
  }
  return { ...course, phases: line.close("apart") };
}

export function phaseAt(course: Course, time: number): Phase {
  // Of two that meet there, contact: intervals of contact are closed.
  const here = course.phases.filter(({ from, to }) => from <= time && time <= to);
  return here.find(({ kind }) => kind === "contact") ?? here[0] ?? { kind: "unknown", from: time, to: time };
}

const kWords: Record<PhaseKind, string> = {
  apart: "apart",
  contact: "in contact",
  edge: "within a bracket: apart or in contact",
  unknown: "not told",
};

export function phaseWord(kind: PhaseKind): string {
  return kWords[kind];
}

// "apart until 0.8380403264…, in contact until 0.9357849…, apart until the end". Brackets are points of the text, not
// phases of it.
export function courseText(course: Course, interval: Interval): string {
  if (course.problem !== "") return course.problem;
  const parts: string[] = [];
  course.phases.forEach((phase, k) => {
    const next = course.phases[k + 1];
    const whole = phase.from === interval[0] && phase.to === interval[1];
    if (phase.kind === "edge") {
      const before = course.phases[k - 1];
      const grazes = before?.kind !== "contact" && next?.kind !== "contact";
      if (grazes) parts.push(`in contact for an instant at ${shortText(phase.from, phase.to)}`);
      return;
    }
    if (phase.kind === "contact" && phase.from === phase.to && next?.kind !== "unknown" && course.phases.length > 1) {
      parts.push(`in contact for an instant at ${shortText(phase.from, phase.to)}`);
      return;
    }
    if (phase.kind === "contact" && phase.from === phase.to && next?.kind === "unknown") return;
    const end = next?.kind === "edge" ? next : null;
    if (whole) parts.push(`${kWords[phase.kind]} throughout`);
    else if (phase.to >= interval[1]) parts.push(`${kWords[phase.kind]} until the end`);
    else parts.push(`${kWords[phase.kind]} until ${shortText(phase.to, end ? end.to : phase.to)}`);
  });
  return parts.join(", ");
}

// Times worth jumping to: where contact begins and where it ends.
export function eventsOf(course: Course): number[] {
  const events = course.contacts.flatMap(({ begin, end }) => [
    begin.upper!.high,
    Math.max(begin.upper!.high, end.lower.low),
  ]);
  if (events.length === 0 && course.first)
    events.push(course.first.upper ? course.first.upper.high : course.first.lower.low);
  return [...new Set(events)];
}
