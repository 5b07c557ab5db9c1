// Question: where on a track does a time lie, and which times get a tick?

export class TimeScale {
  constructor(
    readonly begin: number,
    readonly end: number,
  ) {}

  // 0 to 1.
  share(time: number): number {
    const length = this.end - this.begin;
    return length > 0 ? Math.min(1, Math.max(0, (time - this.begin) / length)) : 0;
  }

  timeAt(share: number): number {
    // The ends exactly: an interval of contact may begin or end there.
    return share <= 0 ? this.begin : share >= 1 ? this.end : this.begin + share * (this.end - this.begin);
  }

  // Round times, `most` of them at most, both ends not counted.
  ticks(most: number): number[] {
    const length = this.end - this.begin;
    if (!(length > 0) || most < 1) return [];
    const rough = length / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
    const ticks: number[] = [];
    for (let k = Math.ceil(this.begin / step); k * step <= this.end && ticks.length <= most; ++k)
      ticks.push(Number((k * step).toPrecision(12)));
    return ticks;
  }

  // Times a second of watching, so that the whole takes some seconds; 1 where that is so anyway.
  naturalRate(): number {
    const length = this.end - this.begin;
    if (!(length > 0) || (length >= 2 && length <= 20)) return 1;
    const power = 10 ** Math.floor(Math.log10(length / 5));
    return [1, 2, 5, 10].map((factor) => factor * power).find((rate) => length / rate <= 10) ?? length / 5;
  }
}

// Where playing has come after so many seconds: to the end and no farther, or round and round.
export function played(
  scale: TimeScale,
  time: number,
  seconds: number,
  rate: number,
  loop: boolean,
): { time: number; playing: boolean } {
  const next = time + seconds * rate;
  if (next < scale.end) return { time: next, playing: true };
  const length = scale.end - scale.begin;
  if (!loop || !(length > 0)) return { time: scale.end, playing: false };
  return { time: scale.begin + ((next - scale.begin) % length), playing: true };
}
