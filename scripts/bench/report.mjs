import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../lib/project.mjs';
import { PlainError } from '../lib/messages.mjs';
import { besideRecorded } from './recorded.mjs';
import { statementsToMarkdown, toMarkdown } from './table.mjs';

const RESULTS = join(projectRoot, 'test-results', 'bench.json');
const DOCS = join(projectRoot, 'docs', 'performance.md');
const START = '<!-- bench:start, written by `npm run bench -- --write-docs` -->';
const END = '<!-- bench:end -->';

/** Writes all figures, round by round, for a script to read. Returns the file. */
export function writeResults(facts, rows) {
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ ...facts, rows }, null, 2)}\n`);
  return RESULTS;
}

function section({ date, command, machine, versions, seconds }, rows) {
  const facts = [
    `- Date: ${date}, \`${command}\`, ${seconds} s`,
    `- Machine: ${machine}; load generator, model and PostgreSQL run on it as well`,
    `- Versions: ${versions}`,
  ];
  return [...facts, '', toMarkdown(rows), '', 'The statements behind the counts:', '', statementsToMarkdown(rows)].join(
    '\n',
  );
}

/** The rows next to the figures of the last documented run. */
export function withRecorded(rows) {
  return besideRecorded(rows, readFileSync(DOCS, 'utf8'));
}

/** Writes the figures into the documentation, between their two markers. */
export function writeDocs(facts, rows) {
  const text = readFileSync(DOCS, 'utf8');
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from === -1 || to < from) throw new PlainError(`${DOCS} has lost the marks that the figures go between.`);
  const next = `${text.slice(0, from + START.length)}\n${section(facts, rows)}\n${text.slice(to)}`;
  writeFileSync(DOCS, next);
  return DOCS;
}
