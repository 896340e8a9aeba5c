import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the database says about a statement: the types of its parameters, and the names and types of its columns. */
export type Shape = { parameters: string[]; columns: string[] };
/** A statement of the product, and the functions of db/queries that run it, such as `brain/facts.ts countLiveFacts`. */
export type SavedStatement = Shape & { origins: string[]; text: string };

const FOLDER = join(import.meta.dirname, '../../../db/statements');
const listOf = (items: string[]) => (items.length === 0 ? 'nothing' : items.join(', '));
const readList = (list = '') => (list === 'nothing' ? [] : list.split(', '));

const print = ({ origins, parameters, columns, text }: SavedStatement) =>
  `-- ${origins.join(', ')}\n-- takes ${listOf(parameters)}\n-- returns ${listOf(columns)}\n${text};\n`;

function parse(printed: string): SavedStatement {
  const [origins = '', takes = '', returns = '', ...lines] = printed.trim().split('\n');
  return {
    origins: origins.split(', '),
    parameters: readList(takes.replace('-- takes ', '')),
    columns: readList(returns.replace('-- returns ', '')),
    text: lines.join('\n').replace(/;$/, ''),
  };
}

/** All statements in db/statements. */
export function readStatements(): SavedStatement[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split(/^-- (?=[\w/-]+\.ts)/m))
    .filter((part) => part.trim() !== '')
    .map(parse);
}

/** Writes one file for each aggregate. */
export function writeStatements(statements: readonly SavedStatement[]): void {
  const byAggregate = Map.groupBy(statements, ({ origins }) => origins[0]?.split('/')[0] ?? 'other');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [aggregate, all] of byAggregate) {
    const sorted = all.map(print).toSorted();
    writeFileSync(join(FOLDER, `${aggregate}.sql`), sorted.join('\n'));
  }
}
