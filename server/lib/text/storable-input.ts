/** The deepest that an input may nest. Ours need five levels; recursive code runs out of stack at a few thousand. */
const DEPTH_MAX = 32;

/** Well-formed Unicode without U+0000, which PostgreSQL's text can't hold. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/**
 * Checks every part of a value breadth-first, until one is refused. It doesn't recurse, because the value may nest
 * without limit.
 */
function everyPart(value: unknown, isAccepted: (part: unknown, depth: number) => boolean): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const part of level) {
      if (!isAccepted(part, depth)) return false;
      // Not "push(...)": a list may be longer than the maximum number of arguments.
      if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) next.push(inner);
    }
    level = next;
  }
  return true;
}

/** Whether a value nests at most this many levels. Takes linear time. */
export const nestsAtMost = (value: unknown, levels: number): boolean => everyPart(value, (_, depth) => depth <= levels);

/**
 * Whether all text in an input can be stored and passed on, and the input nests at most `DEPTH_MAX` levels. Every edge
 * checks this before a schema parses the input, so that no field has to.
 */
export const isStorableInput = (input: unknown): boolean =>
  everyPart(input, (part, depth) => {
    if (depth > DEPTH_MAX) return false;
    if (typeof part === 'string') return isStorableText(part);
    return typeof part !== 'object' || part === null || Object.keys(part).every(isStorableText);
  });
