/** A change between two texts: words that went, words that came, or both in one place. */
export type Change = { removed: string; added: string };

/** Words with the space after them, and line breaks on their own, so that the pieces add up to the text. */
const piecesOf = (text: string): string[] => text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? [];
const isSame = (one: string | undefined, other: string | undefined) => one?.trimEnd() === other?.trimEnd();

/** Beyond this many comparisons, what differs is one change: a text that was written anew. */
const COMPARISONS_MAX = 250_000;

/** The lengths of the longest common sequences of what follows each pair of places. */
function tableOf(from: readonly string[], to: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const [here, below] = [table[row], table[row + 1]];
      if (!here || !below) continue;
      here[column] = isSame(from[row], to[column])
        ? (below[column + 1] ?? 0) + 1
        : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
    }
  return table;
}

/** What changed between two texts, word by word, in its order. */
export function changesBetween(before: string, after: string): Change[] {
  const [from, to] = [piecesOf(before), piecesOf(after)];
  let start = 0;
  while (start < from.length && start < to.length && isSame(from[start], to[start])) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && isSame(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const [left, right] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  if (left.length * right.length > COMPARISONS_MAX) return [toChange(left, right)];

  const table = tableOf(left, right);
  const changes: Change[] = [];
  let [row, column] = [0, 0];
  let [removed, added]: [string[], string[]] = [[], []];
  const close = () => {
    if (removed.length + added.length > 0) changes.push(toChange(removed, added));
    [removed, added] = [[], []];
  };
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && isSame(left[row], right[column])) {
      close();
      row += 1;
      column += 1;
    } else if (
      column >= right.length ||
      (row < left.length && (table[row + 1]?.[column] ?? 0) >= (table[row]?.[column + 1] ?? 0))
    ) {
      removed.push(left[row] ?? '');
      row += 1;
    } else {
      added.push(right[column] ?? '');
      column += 1;
    }
  }
  close();
  return changes.filter((change) => change.removed !== change.added);
}

const toChange = (removed: readonly string[], added: readonly string[]): Change => ({
  removed: removed.join('').trim(),
  added: added.join('').trim(),
});
