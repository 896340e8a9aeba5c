import { loadavg } from 'node:os';
import { quantile } from '../../bench/statistics.mjs';

/** The parts of a soak: people alone, then the same people beside the hostile account. */
const PARTS = ['quiet', 'hostile'];
/** The 99th percentile that the hostile part should stay below, as a multiple of the quiet part's. */
const GOAL_RATIO = 1.5;
const MB = 1024 * 1024;
const LARGEST_TABLES = 8;

const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (headings, rows) => [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
const ms = (value) => (Number.isNaN(value) ? '-' : `${Math.round(value)}`);
const megabytes = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
const count = (number) => number.toLocaleString('en-US');

function timesTable(readings) {
  const kinds = [...new Set(readings.filter(({ part }) => PARTS.includes(part)).map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const times = PARTS.map((part) =>
      readings.filter((one) => one.kind === kind && one.part === part).map((one) => one.ms),
    );
    const cells = times.flatMap((list) => [
      count(list.length),
      ms(quantile(list, 0.5)),
      ms(quantile(list, 0.99)),
      list.length === 0 ? '-' : ms(Math.max(...list)),
    ]);
    const [quiet, hostile] = times.map((list) => quantile(list, 0.99));
    return [kind, ...cells, Number.isNaN(hostile / quiet) ? '-' : (hostile / quiet).toFixed(2)];
  });
  const headings = PARTS.flatMap((part) => [part, 'p50 ms', 'p99 ms', 'max ms']);
  return table(['what people did', ...headings, `p99 ratio (goal ${GOAL_RATIO})`], rows);
}

const tally = (texts) =>
  [...Map.groupBy(texts, (text) => text)].map(([text, list]) => `  ${count(list.length)} x ${text}`).join('\n');

/** The tables in which an account's rows have grown the most. */
function growthTable(before, after) {
  const old = new Map(before.map((one) => [one.table, one]));
  const grown = after.map(({ table: name, rows, bytes }) => ({
    name,
    rows: rows - (old.get(name)?.rows ?? 0),
    bytes: bytes - (old.get(name)?.bytes ?? 0),
  }));
  const largest = grown.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST_TABLES);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = largest.map(({ name, rows: added, bytes }) => [name, count(added), megabytes(bytes)]);
  return table(
    ['rows of the hostile account in', 'more rows', 'more bytes'],
    [...rows, ['all tables', '', megabytes(total)]],
  );
}

/** Everything that a soak found, as one text. */
export function formatReport({ readings, errors, lost, hostile, budgets, standing, growth, rows, logged }) {
  const found = [
    timesTable(readings),
    `errors that people met: ${errors.length}\n${tally(errors.map(({ kind, part, what }) => `${kind}, ${part}: ${what}`))}`,
    `lost: ${lost.length}\n${tally(lost)}`,
    `responses to the hostile account:\n${hostile
      .map(([what, times]) => `  ${count(times)} x ${what}`)
      .toSorted()
      .join('\n')}`,
    table(
      [`what the hostile account (${standing}) caused`, 'caused', 'budget of the day', ''],
      budgets.map(({ name, caused, most, isWithin }) => [
        name,
        count(caused),
        count(most),
        isWithin ? 'within the budget' : 'OVER the budget',
      ]),
    ),
    table(
      ['growth of the database', ''],
      growth.map(({ name, bytes }) => [name, megabytes(bytes)]),
    ),
    growthTable(rows.before, rows.after),
  ];
  if (logged.length > 0) found.push(`${logged.length} lines of level error:\n${tally(logged)}`);
  found.push(
    `load average of this machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')}`,
  );
  return found.join('\n\n');
}
