export interface Finding {
  standing: "verified" | "fails" | "unproved";
  reason: string; // "" where it is verified
}

// Of one pair of a result: the worst of all that is said of it, and of motions and contacts what it is made of.
export interface PairFinding extends Finding {
  a: string;
  b: string;
  contacts?: Finding;
  first?: Finding;
  timeline?: Finding;
  intervals?: Finding;
}

export interface Rest {
  unlisted: number;
  not_looked_at: number;
}

export interface Checker {
  start(
    scene: string,
    result: string,
    table: string,
    arrays: Uint8Array,
  ): { refused: string } | { refused?: undefined; pairs: number; rest: Rest };
  next(count: number): PairFinding[];
}

export function makeChecker(bytes: BufferSource): Promise<Checker>;
