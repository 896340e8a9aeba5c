import { CsvError, parse } from 'csv-parse/sync';
import { MAX_CELLS, MAX_ROWS } from '../limits.ts';
import { DocumentRefusal, type DocumentText } from '../reading.ts';
import { createSectionList } from '../section-list.ts';
import { describeRows } from '../tables/table-rows.ts';

const DELIMITERS = ['\t', ';', '|', ','];
/** How many lines decide what separates the columns. */
const SAMPLE_LINES = 50;
/** Lines and columns from which text in a file with another name counts as a table: fewer, and a letter could look like one. */
const SURE_LINES = 3;
const SURE_COLUMNS = 3;
/** Excel's own line about the delimiter, at the top of a file. */
const DECLARATION = /^sep=(.)\r?\n/;

/** How often a delimiter is in each of the first lines, outside quotes. */
function countInLines(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let isQuoted = false;
  let isEmpty = true;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) count += 1;
    else if (character === '\n') {
      if (!isEmpty || count > 0) counts.push(count);
      if (counts.length === SAMPLE_LINES) return counts;
      count = 0;
      isEmpty = true;
      continue;
    }
    if (character !== '\r') isEmpty = false;
  }
  return isEmpty && count === 0 ? counts : [...counts, count];
}

type Guess = { delimiter: string; columns: number; lines: number; share: number };

/** The delimiter that is equally often in the largest share of the lines. */
function guessDelimiter(text: string): Guess {
  const guesses = DELIMITERS.map((delimiter): Guess => {
    const counts = countInLines(text, delimiter);
    const uses = Map.groupBy(counts, (count) => count);
    const [usual = 0, lines = []] =
      [...uses].filter(([count]) => count > 0).toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
    return { delimiter, columns: usual + 1, lines: counts.length, share: lines.length / Math.max(counts.length, 1) };
  });
  return guesses.reduce((best, guess) =>
    guess.share > best.share || (guess.share === best.share && guess.columns > best.columns) ? guess : best,
  );
}

/** Whether a text is a table, whatever its name: every line has the same number of columns, and there are enough of both. */
export function isTable(text: string): boolean {
  const whole = withPlainLines(text);
  const { share, columns, lines, delimiter } = guessDelimiter(whole);
  if (share < 1 || lines < SURE_LINES) return false;
  return columns >= SURE_COLUMNS || isPriceList(whole.split('\n', SAMPLE_LINES), delimiter);
}

/** Two columns are a table if each line below the first has a name and a number. */
function isPriceList(lines: string[], delimiter: string): boolean {
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(delimiter).map((cell) => cell.trim()));
  return rows.every(([name, value, ...rest], index) => {
    const isNumber = /^"?[^\p{L}\s]{0,3}\s?\d[^\p{L}]{0,20}(?:\s?\p{L}{1,4})?"?$/u.test(value ?? '');
    return name !== '' && rest.length === 0 && (index === 0 ? value !== '' : isNumber);
  });
}

/** Old programs for the Mac end lines with a carriage return alone. */
const withPlainLines = (text: string) => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

function parseRows(text: string, delimiter: string): string[][] {
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: false };
  try {
    return parse(text, { ...options, to: MAX_ROWS + 1 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quotation mark that is never closed: it's a character like any other.
    return parse(text, { ...options, quote: null, to: MAX_ROWS + 1 });
  }
}

/** Reads a CSV file. Nothing is calculated: a formula is the text that it is written as. */
export function readCsv(text: string, title: string): DocumentText {
  const lines = withPlainLines(text);
  const declared = DECLARATION.exec(lines);
  const table = parseRows(lines.slice(declared?.[0].length ?? 0), declared?.[1] ?? guessDelimiter(lines).delimiter);
  const cells = table.reduce((sum, row) => sum + row.length, 0);
  if (table.length > MAX_ROWS || cells > MAX_CELLS) throw new DocumentRefusal('too_complex');
  const firstRow = declared ? 2 : 1;
  const rows = table.map((values, index) => ({ row: index + firstRow, cells: values }));
  const list = createSectionList();
  for (const { row, path, text: described } of describeRows(rows)) list.add(path, { row }, described);
  return { kind: 'csv', title, unit: 'row', count: list.sections.length, sections: list.sections };
}
