import type { Line, Segment } from './lines.ts';

/** How many lines make columns of prose, and which share of them has to begin in the middle of a sentence. */
const MIN_LINES = 5;
const CONTINUED = 0.3;
/** How many lines make columns of a list. */
const MIN_ITEMS = 3;

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

/** The gap between two lines of one column each, whose baselines differ by less than a line. */
function gapBeside(line: Line, next: Line | undefined): Gap | undefined {
  const [one, other] = [line.segments[0], next?.segments[0]];
  if (!one || !other || !next || next.segments.length > 1 || next.y - line.y > line.size) return undefined;
  const gap = { from: Math.min(one.right, other.right), to: Math.max(one.left, other.left) };
  return isOpen(gap) ? gap : undefined;
}

/** Lines of one column alone may stand right above the first line of both, this many font sizes apart. */
const ADJACENT = 2;
const APART = 2.5;

type Run = { from: number; end: number; gap: Gap };

/** The lines around this one that keep a gap free between two columns. */
function findRun(lines: Line[], start: number, floor: number): Run | null {
  const first = lines[start];
  let gap = first && (gapsOf(first)[0] ?? gapBeside(first, lines[start + 1]));
  if (!first || !gap) return null;
  let end = start + 1;
  for (let line = lines[end], above = first; line; above = line, line = lines[end]) {
    const narrower = narrow(gap, line);
    // What stands apart in one column alone is below both.
    if (!narrower || (line.segments.length === 1 && line.y - above.y > APART * above.size)) break;
    gap = narrower;
    end += 1;
  }
  let from = start;
  for (let line = lines[from - 1], below = first; line && from > floor; line = lines[from - 1]) {
    const narrower = narrow(gap, line);
    if (!narrower || below.y - line.y > ADJACENT * below.size) break;
    [gap, below] = [narrower, line];
    from -= 1;
  }
  return { from, end, gap };
}

const startsWith = (lines: Line[], pattern: RegExp) =>
  lines.filter(({ segments }) => pattern.test(segments[0]?.text ?? '')).length;

/**
 * Cells of a table begin with a capital letter or a figure; lines of prose often go on in the middle of a sentence, and
 * items of a list begin with its mark.
 */
function isProse(lines: Line[]): boolean {
  if (lines.length >= MIN_ITEMS && startsWith(lines, /^- /) >= lines.length / 2) return true;
  return lines.length >= MIN_LINES && startsWith(lines, /^\p{Ll}/u) >= lines.length * CONTINUED;
}

/** The lines of one side. A heading of the other side at the same height doesn't make them larger. */
const side = (lines: Line[], isOnSide: (segment: Segment) => boolean): Line[] =>
  lines
    .map((line) => ({ ...line, segments: line.segments.filter(isOnSide) }))
    .filter(({ segments }) => segments.length > 0)
    .map((line) => ({ ...line, size: Math.max(...line.segments.map(({ size }) => size)) }));

/** Puts columns of prose one below the other. Tables, whose rows belong together, stay as they are. */
export function unfoldColumns(lines: Line[]): Line[] {
  const unfolded: Line[] = [];
  /** Up to which line everything is in place. */
  let done = 0;
  for (let start = 0; start < lines.length; start += 1) {
    const run = findRun(lines, start, done);
    if (!run) continue;
    const block = lines.slice(run.from, run.end);
    const left = side(block, ({ right }) => right <= run.gap.from);
    const right = side(block, (segment) => segment.left >= run.gap.to);
    if (!isProse(left) || !isProse(right)) continue;
    unfolded.push(...lines.slice(done, run.from), ...left, ...unfoldColumns(right));
    done = run.end;
    start = run.end - 1;
  }
  return [...unfolded, ...lines.slice(done)];
}
