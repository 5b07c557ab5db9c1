// A shape for every status and every mark, so that none is told by its colour alone.
import type { Standing } from "../app";
import { icon } from "../element";
import type { Status } from "./reading";

const kApart =
  "M4.8 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM15.2 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM10 4v12";
const kWithin =
  "M7.6 4.8a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4zM12.4 4.8a5.2 5.2 0 1 0 0 10.4 5.2 5.2 0 0 0 0-10.4zM10 7.5v5";

const kStatusPaths: Record<Status, string> = {
  penetrating: kWithin,
  already: kWithin,
  intersecting: "M3 5.5 17 14.5M3 14.5 17 5.5M10 7.2v5.6",
  touching: "M6 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM14 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  contact: "M2.5 10H12M8.5 6.5 12 10l-3.5 3.5M15.5 3.5v13",
  separated: kApart,
  clear: kApart,
  undecided: "M7 7.6a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.2M10 15.6v.1",
  unreadable: "M10 3l7.5 13.5h-15zM10 8v4M10 14.2v.1",
};

export const kTones: Record<Status, string> = {
  penetrating: "penetrating",
  already: "penetrating",
  intersecting: "penetrating",
  contact: "penetrating",
  touching: "touching",
  separated: "separated",
  clear: "separated",
  undecided: "undecided",
  unreadable: "fails",
};

const kMarkPaths: Record<Standing, string> = {
  verified: "M4 10.5l4 4 8-9",
  fails: "M5 5l10 10M15 5 5 15",
  unproved: "M5 10h10",
  pending: "M4.5 10h.1M10 10h.1M15.5 10h.1",
};

export const kActionPaths = {
  fly: "M17 3 3 9l5.5 2.5L11 17z",
  hide: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM3 17 17 3",
  show: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
  only: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M8 8h4v4H8z",
  copy: "M7 7V3h10v10h-4M3 7h10v10H3z",
  link:
    "M8.5 11.5a3.2 3.2 0 0 0 4.6 0l3-3a3.2 3.2 0 0 0-4.6-4.6L10 5.4" +
    "M11.5 8.5a3.2 3.2 0 0 0-4.6 0l-3 3a3.2 3.2 0 0 0 4.6 4.6L10 14.6",
  print: "M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  loop: "M4 9a5 5 0 0 1 5-4h6M12 2l3 3-3 3M16 11a5 5 0 0 1-5 4H5M8 18l-3-3 3-3",
  back: "M13 4l-7 6 7 6z",
  next: "M7 4l7 6-7 6z",
  first: "M15 4l-7 6 7 6zM5 4v12",
  last: "M5 4l7 6-7 6zM15 4v12",
  close: "M5 5l10 10M15 5 5 15",
};

export function statusIcon(status: Status): SVGSVGElement {
  const drawn = icon(kStatusPaths[status]);
  drawn.classList.add("tone", `tone-${kTones[status]}`);
  return drawn;
}

export function markIcon(standing: Standing): SVGSVGElement {
  const drawn = icon(kMarkPaths[standing] ?? kMarkPaths.pending);
  drawn.classList.add("mark-icon");
  return drawn;
}
