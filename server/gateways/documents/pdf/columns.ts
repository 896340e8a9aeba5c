import type { Line, Segment } from './lines.ts';

/** How many lines make columns of prose, and which share of them has to begin in the middle of a sentence. */
const MIN_LINES = 5;
const CONTINUED = 0.3;

type Gap = { from: number; to: number };
const overlap = (a: Gap, b: Gap): Gap => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });
const isOpen = ({ from, to }: Gap) => to > from;
const gapsOf = ({ segments }: Line): Gap[] =>
  segments.slice(1).map((segment, index) => ({ from: segments[index]?.right ?? segment.left, to: segment.left }));

/** What is left of the gap below this line, or null if the line's text crosses it. */
function narrow(gap: Gap, line: Line): Gap | null {
  const shared = gapsOf(line)
    .map((one) => overlap(gap, one))
    .find(isOpen);
  if (shared) return shared;
  const [only, ...others] = line.segments;
  if (!only || others.length > 0) return null;
  // A line of one column alone.
  const beside = overlap(
    gap,
    only.right <= gap.to ? { from: only.right, to: gap.to } : { from: gap.from, to: only.left },
  );
  return isOpen(beside) ? beside : null;
}

/** The lines from this one on that keep a gap free. */
function runFrom(lines: Line[], start: number): { end: number; gap: Gap } | null {
  const first = lines[start];
  let gap = first && gapsOf(first)[0];
  if (!gap) return null;
  let end = start + 1;
  for (let line = lines[end]; line; line = lines[end]) {
    const narrower = narrow(gap, line);
    if (!narrower) break;
    gap = narrower;
    end += 1;
  }
  return { end, gap };
}

/** Cells of a table begin with a capital letter or a figure; lines of prose often go on in the middle of a sentence. */
function isProse(lines: Line[]): boolean {
  const continued = lines.filter((line) => /^\p{Ll}/u.test(line.segments[0]?.text ?? ''));
  return lines.length >= MIN_LINES && continued.length >= lines.length * CONTINUED;
}

const side = (lines: Line[], isOnSide: (segment: Segment) => boolean): Line[] =>
  lines
    .map((line) => ({ ...line, segments: line.segments.filter(isOnSide) }))
    .filter(({ segments }) => segments.length > 0);

/** Puts columns of prose one below the other. Tables, whose rows belong together, stay as they are. */
export function unfoldColumns(lines: Line[]): Line[] {
  const unfolded: Line[] = [];
  for (let start = 0; start < lines.length;) {
    const run = runFrom(lines, start);
    if (run) {
      const block = lines.slice(start, run.end);
      const left = side(block, ({ right }) => right <= run.gap.from);
      const right = side(block, (segment) => segment.left >= run.gap.to);
      if (isProse(left) && isProse(right)) {
        unfolded.push(...left, ...unfoldColumns(right));
        start = run.end;
        continue;
      }
    }
    unfolded.push(...lines.slice(start, start + 1));
    start += 1;
  }
  return unfolded;
}
