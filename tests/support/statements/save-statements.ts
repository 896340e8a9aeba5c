import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describerOnPglite, describeStatements } from './describe-statements.ts';
import { readStatements, writeStatements, type SavedStatement } from './statement-files.ts';

type Seen = { file: string; text: string };

const readSeen = (folder: string): Seen[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Seen => JSON.parse(line)),
  );

/**
 * Writes db/statements from what the workers have noted in `folder`. If only some tests ran, statements that they didn't run stay as long as
 * the database can prepare them. Returns how many there are, and the first line of each that can't be prepared.
 */
export async function saveStatements(
  folder: string,
  { template, areAll }: { template: Blob; areAll: boolean },
): Promise<{ saved: number; broken: string[] }> {
  const files = Map.groupBy(readSeen(folder), ({ text }) => text);
  const kept = areAll ? [] : readStatements().filter(({ text }) => !files.has(text));
  const seen = [...files].map(([text, all]) => ({ text, files: [...new Set(all.map(({ file }) => file))].toSorted() }));
  const statements = [...seen, ...kept.map(({ text, files: of }) => ({ text, files: of }))];
  const pglite = await PGlite.create({ loadDataDir: template });
  const shapes = await describeStatements(
    describerOnPglite(pglite),
    statements.map(({ text }) => text),
  );
  await pglite.close();
  const saved: SavedStatement[] = [];
  const broken: string[] = [];
  for (const statement of statements) {
    const shape = shapes.get(statement.text);
    if (shape && !(shape instanceof Error)) saved.push({ ...statement, ...shape });
    else broken.push(`${statement.files.join(', ')}: ${shape?.message}: ${statement.text.split('\n')[0]}`);
  }
  writeStatements(saved);
  return { saved: saved.length, broken };
}
