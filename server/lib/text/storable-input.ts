/** The deepest that an input may nest. Ours need five levels; recursive code runs out of stack at a few thousand. */
const DEPTH_MAX = 32;

/** Well-formed Unicode without U+0000, which PostgreSQL's text can't hold. */
const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/**
 * Whether all text in an input can be stored and passed on, and the input nests at most `DEPTH_MAX` levels. Every edge checks this before a
 * schema reads the input, so that no field has to. It doesn't recurse, because the input may nest without end.
 */
export function isStorableInput(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !isStorableText(value)) return false;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, part] of Object.entries(value)) {
        if (!isStorableText(name)) return false;
        next.push(part);
      }
    }
    level = next;
  }
  return true;
}
