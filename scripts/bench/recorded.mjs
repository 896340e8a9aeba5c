const SECONDS = / for \d+ s\b/;
const unescape = (cell) => cell.replaceAll('\\|', '|').replaceAll('&lt;', '<').trim();
const numberIn = (cell) => Number.parseFloat(/\d+(?:\.\d+)?/.exec(cell)?.[0] ?? '');

/** Rows are matched by name without the duration of the measurement. */
const keyOf = (name) => name.replace(SECONDS, '');

/** The figures in `docs/performance.md`, by row name. */
function readRecorded(page) {
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(unescape),
  );
  return new Map(rows.map(([name, product, , ratio]) => [keyOf(name), { product, ratio }]));
}

function changeOf(row, recorded) {
  const hasRatios = Number.isFinite(row.ratio) && recorded.ratio !== '';
  const [now, then] = hasRatios
    ? [row.ratio, recorded.ratio]
    : [numberIn(row.product ?? ''), numberIn(recorded.product)];
  const percent = Math.round((now / Number(then) - 1) * 100);
  return Number.isFinite(percent) ? `${percent > 0 ? '+' : ''}${percent} %` : '';
}

/**
 * Adds the recorded figure to each row, and how much the row has changed since: by its ratio to the bare server where it has one, which
 * depends least on the machine.
 */
export function besideRecorded(rows, page) {
  const recorded = readRecorded(page);
  return rows.map((row) => {
    const known = recorded.get(keyOf(row.name));
    if (!known) return row;
    const figures = known.ratio === '' ? known.product : `${known.product} (${known.ratio})`;
    return { ...row, recorded: figures, change: changeOf(row, known) };
  });
}
