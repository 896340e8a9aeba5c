/** How deep an input may nest. Ours need five levels; code that recurses runs out of stack at a few thousand. */
const DEPTH_MAX = 32;

/** Well-formed Unicode without U+0000, which PostgreSQL's text cannot hold. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/**
 * Whether all text in an input can be stored and sent on, and the input nests at most `DEPTH_MAX` levels. Every edge asks
 * this before a schema reads the input, so that no field has to. It doesn't recurse: the input may nest without end.
 */
export function isPlainInput(input: unknown): boolean {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !isStorable(value)) return false;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, part] of Object.entries(value)) {
        if (!isStorable(name)) return false;
        next.push(part);
      }
    }
    level = next;
  }
  return true;
}
