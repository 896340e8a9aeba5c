import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, readSourceFiles } from '#tests/architecture/source-files.ts';

const QUERIES = 'db/queries/';
/** The name of what a part of a file declares, or the names in its brackets. */
const DECLARATION = /^(export )?(?:async )?(?:function\*? |const )(\[[^\]]+\]|\{[^}]+\}|\w+)/;
const RUNS = /\.execute(?:TakeFirst(?:OrThrow)?)?\(|\bcompileOnce\b/;

type Part = { names: string[]; isExported: boolean; text: string };

/** What stands at the top of a file: each part begins with a word, and ends where the next part or a comment begins. */
const partsOf = (source: string): Part[] =>
  source.split(/^(?=[a-z/@])/m).flatMap((text) => {
    const [, exported, names = ''] = DECLARATION.exec(text) ?? [];
    return names === '' ? [] : [{ names: names.match(/\w+/g) ?? [], isExported: exported !== undefined, text }];
  });

/** The names that a file exports, types aside. */
export const exportsOf = (source: string): Set<string> =>
  new Set(
    partsOf(source)
      .filter(({ isExported }) => isExported)
      .flatMap(({ names }) => names),
  );

/**
 * The exported functions of a file that run statements, themselves or through functions that the file doesn't export.
 */
export function functionsRunning(source: string): string[] {
  const parts = partsOf(source);
  const running = new Set(parts.filter(({ text }) => RUNS.test(text)));
  for (const { names, isExported } of running) {
    if (isExported) continue;
    const isNamed = new RegExp(`\\b(?:${names.join('|')})\\b`);
    for (const part of parts) if (isNamed.test(part.text)) running.add(part);
  }
  return parts.filter((part) => part.isExported && running.has(part)).flatMap(({ names }) => names);
}

/** Whether a function is still there, named like `brain/facts.ts countLiveFacts`. */
export function isFunctionOfQueries(origin: string): boolean {
  const [file = '', name] = origin.split(' ');
  const path = join(projectRoot, QUERIES, file);
  return existsSync(path) && partsOf(readFileSync(path, 'utf8')).some(({ names }) => names.includes(name ?? ''));
}

/** All exported functions that run statements, such as `brain/facts.ts countLiveFacts`. */
export const listQueryFunctions = (): string[] =>
  readSourceFiles(/(?<!\.test)\.ts$/)
    .filter(({ path }) => path.startsWith(QUERIES))
    .flatMap(({ path, text }) => functionsRunning(text).map((name) => `${path.slice(QUERIES.length)} ${name}`));
