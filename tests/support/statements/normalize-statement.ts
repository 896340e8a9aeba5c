/** Stands for a parameter while statements are compared: it occurs in none. */
const SLOT = '\u0000';

/** The end of the group that begins with the parenthesis at `start`. Parentheses in quotes don't count. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'") at = text.indexOf("'", at + 1);
    else if (character === '(') depth += 1;
    else if (character === ')' && (depth -= 1) === 0) return at + 1;
    if (at === -1) return text.length;
  }
  return text.length;
}

/** Keeps the first of several groups in a row that differ only in their parameters, like the rows of an insert. */
function collapseGroups(statement: string): string {
  let text = statement;
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const end = endOfGroup(text, at);
    const repeated = `, ${text.slice(at, end)}`;
    let next = end;
    while (text.startsWith(repeated, next)) next += repeated.length;
    if (next > end) text = text.slice(0, end) + text.slice(next);
  }
  return text;
}

/**
 * A statement as it is kept in db/statements: the same for any number of values in a list and of rows in an insert. It
 * can still be prepared.
 */
export function normalizeStatement(statement: string): string {
  const text = collapseGroups(statement.trim().replaceAll(/\$\d+/g, SLOT)).replaceAll(
    new RegExp(`(\\bin \\(|\\barray\\[)${SLOT}(?:, ${SLOT})+(?=[)\\]])`, 'gi'),
    `$1${SLOT}`,
  );
  let parameters = 0;
  return text.replaceAll(SLOT, () => `$${(parameters += 1)}`);
}
