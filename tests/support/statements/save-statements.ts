import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describerOnPglite, describeStatements } from './describe-statements.ts';
import { isFunctionOfQueries } from './query-functions.ts';
import { readStatements, writeStatements, type SavedStatement, type Shape } from './statement-files.ts';

/** That a function ran a statement. */
type Use = { origin: string; text: string };
/** Why a statement can't be prepared, or its shape. */
type Shapes = ReadonlyMap<string, Shape | Error>;

const readSeen = (folder: string): Use[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Use => JSON.parse(line)),
  );

/**
 * What runs a statement, by its text: all that was seen now, and what is on file. If the run was complete, only what it
 * saw stays of each function that it saw; a function that only PostgreSQL's tests run keeps what it has. What a removed
 * function ran goes.
 */
export function mergeUses(
  saved: readonly SavedStatement[],
  seen: readonly Use[],
  { isComplete, exists }: { isComplete: boolean; exists: (origin: string) => boolean },
): Map<string, string[]> {
  const ran = new Set(seen.map(({ origin }) => origin));
  const kept = saved
    .flatMap(({ origins, text }) => origins.map((origin): Use => ({ origin, text })))
    .filter(({ origin }) => exists(origin) && !(isComplete && ran.has(origin)));
  const merged = Map.groupBy([...seen, ...kept], ({ text }) => text);
  return new Map([...merged].map(([text, uses]) => [text, [...new Set(uses.map(({ origin }) => origin))].toSorted()]));
}

/**
 * The statements to write, and why some can't be prepared. One of those stays as it was on file, unless each function
 * that ran it was seen with others now.
 */
export function sortOut(
  uses: ReadonlyMap<string, string[]>,
  { saved, seen, shapes }: { saved: readonly SavedStatement[]; seen: readonly Use[]; shapes: Shapes },
): { statements: SavedStatement[]; broken: string[] } {
  const ran = new Set(seen.map(({ origin }) => origin));
  const texts = new Set(seen.map(({ text }) => text));
  const statements: SavedStatement[] = [];
  const broken: string[] = [];
  for (const [text, origins] of uses) {
    const shape = shapes.get(text);
    if (shape && !(shape instanceof Error)) {
      statements.push({ origins, text, ...shape });
      continue;
    }
    if (!texts.has(text) && origins.every((origin) => ran.has(origin))) continue;
    broken.push(`${origins.join(', ')}: ${shape?.message}: ${text.split('\n')[0]}`);
    statements.push(...saved.filter((one) => one.text === text));
  }
  return { statements, broken };
}

/**
 * Writes db/statements from what the workers have noted in `folder`; nothing if they have seen nothing. Returns how
 * many statements there are, and the first line of each that can't be prepared. `isComplete` says that all tests ran
 * and none failed.
 */
export async function saveStatements(
  folder: string,
  { template, isComplete }: { template: Blob; isComplete: boolean },
): Promise<{ count: number; broken: string[] }> {
  const [saved, seen] = [readStatements(), readSeen(folder)];
  if (seen.length === 0) return { count: saved.length, broken: [] };
  const uses = mergeUses(saved, seen, { isComplete, exists: isFunctionOfQueries });
  const pglite = await PGlite.create({ loadDataDir: template });
  const shapes = await describeStatements(describerOnPglite(pglite), [...uses.keys()]);
  await pglite.close();
  const { statements, broken } = sortOut(uses, { saved, seen, shapes });
  writeStatements(statements);
  return { count: statements.length, broken };
}
