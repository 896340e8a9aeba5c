import type { PassageContent } from '#db/queries/brain/source-passages.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

/** A cell of a row whose first cell says what the row is about. `label` is its column, or empty. */
type Cell = { label: string; value: string };
/** A row of a table, or a passage of running text, which has no cells. */
export type Entry = { item: string; text: string; cells: Cell[] };

/** What one cell of a row, or a part of running text, said before, and says now. */
export type ChangedCell = Cell & { item: string; before: string };
export type Comparison = {
  changed: ChangedCell[];
  /** How many rows or passages have changed; a row can have several changed cells. */
  changedCount: number;
  added: Entry[];
  gone: Entry[];
  same: number;
};

const ITEM_MAX = 80;
/** The changed part of a running text is shown up to this many characters. */
const TEXT_MAX = 200;

/** Reads a row as documents are stored: `Item: Large bowl; Price: $42`. */
function readRow(line: string): Entry {
  const cells = line.split('; ').map((cell): Cell => {
    const at = cell.indexOf(': ');
    return at < 0 ? { label: '', value: cell } : { label: cell.slice(0, at), value: cell.slice(at + 2) };
  });
  const [first, ...rest] = cells;
  return { item: first?.value ?? line, text: line, cells: rest };
}

const readText = ({ headings, text }: PassageContent): Entry => ({
  item: (headings.at(-1) ?? text.split('\n')[0] ?? '').slice(0, ITEM_MAX),
  text,
  cells: [],
});

/** A file's entries, keyed by what each row or passage is about. A second one about the same gets its own key. */
function readEntries(passages: readonly PassageContent[]): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const all = passages.flatMap((passage) =>
    passage.rows.length > 0 ? passage.text.split('\n').map(readRow) : [readText(passage)],
  );
  const counts = new Map<string, number>();
  for (const entry of all) {
    const name = entry.item.toLowerCase();
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    entries.set(`${name} ${count}`, entry);
  }
  return entries;
}

/** The words that differ between the common beginning and the common end of two texts. */
function changedPart(before: string, now: string): Pick<ChangedCell, 'before' | 'value'> {
  const [then, since] = [before.split(' '), now.split(' ')];
  const shorter = Math.min(then.length, since.length);
  let start = 0;
  while (start < shorter && then[start] === since[start]) start += 1;
  let end = 0;
  while (end < shorter - start && then.at(-1 - end) === since.at(-1 - end)) end += 1;
  const part = (words: readonly string[]) => cutAtWord(words.slice(start, words.length - end).join(' '), TEXT_MAX);
  return { before: part(then), value: part(since) };
}

function changedCells(before: Entry, now: Entry): ChangedCell[] {
  const { item } = now;
  // A cell without a label is the one at its place.
  const of = ({ cells }: Entry) => new Map(cells.map((cell, place) => [cell.label || place, cell]));
  const [then, since] = [of(before), of(now)];
  const changed = [...new Set([...then.keys(), ...since.keys()])].flatMap((key) => {
    const [old, cell] = [then.get(key), since.get(key)];
    const [was, value] = [old?.value ?? '', cell?.value ?? ''];
    return was === value ? [] : [{ item, label: cell?.label ?? old?.label ?? '', before: was, value }];
  });
  return changed.length > 0 ? changed : [{ item, label: '', ...changedPart(before.text, now.text) }];
}

/** Compares two versions of a file, row by row, and running text passage by passage. */
export function compareFiles(before: readonly PassageContent[], after: readonly PassageContent[]): Comparison {
  const [old, now] = [readEntries(before), readEntries(after)];
  const comparison: Comparison = { changed: [], changedCount: 0, added: [], gone: [], same: 0 };
  for (const [key, entry] of now) {
    const earlier = old.get(key);
    if (!earlier) comparison.added.push(entry);
    else if (earlier.text === entry.text) comparison.same += 1;
    else {
      comparison.changedCount += 1;
      comparison.changed.push(...changedCells(earlier, entry));
    }
  }
  for (const [key, entry] of old) if (!now.has(key)) comparison.gone.push(entry);
  return comparison;
}
