const HEADINGS = ['', 'Tenfold', 'bare', 'ratio', 'goal', 'verdict'];

function cellsOf({ name, product = '', baseline = '', ratio, goal = '', verdict = '' }) {
  return [name, product, baseline, Number.isFinite(ratio) ? ratio.toFixed(2) : '', goal, verdict];
}

/** The rows for a terminal, each next to its recorded figure and with its note below it. */
export function toText(rows) {
  const headings = [...HEADINGS, 'on record', 'change'];
  const lines = [headings, ...rows.map((row) => [...cellsOf(row), row.recorded ?? '', row.change ?? ''])];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  return lines
    .flatMap((cells, index) => {
      const line = cells.map((cell, column) => cell.padEnd(widths[column])).join('  ');
      const note = rows[index - 1]?.note;
      return note ? [line.trimEnd(), `    ${note}`] : [line.trimEnd()];
    })
    .join('\n');
}

const escape = (text) => String(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The rows for `docs/performance.md`. */
export function toMarkdown(rows) {
  const line = (cells) => `| ${cells.map(escape).join(' | ')} |`;
  const headings = ['What', ...HEADINGS.slice(1), 'note'];
  const body = rows.map((row) => line([...cellsOf(row), row.note ?? '']));
  return [line(headings), line(headings.map(() => '---')), ...body].join('\n');
}

/** The statements that each procedure sends to PostgreSQL, one per line. */
export function statementsToMarkdown(rows) {
  const listed = rows.filter((row) => row.statements?.length > 0);
  const shown = (sql) => `   - \`${sql.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}\``;
  return listed.flatMap(({ name, statements }) => [`- ${name}:`, ...statements.map(shown)]).join('\n');
}
