import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export type SourceFile = { path: string; text: string };

export const projectRoot = join(import.meta.dirname, '../..');
const FOLDERS = ['db', 'migrations', 'sandbox', 'scripts', 'server', 'src', 'tests'];

/** Every source file of the project whose name matches the pattern, with its path from the project root. */
export function readSourceFiles(ending: RegExp): SourceFile[] {
  const entries = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true }),
  );
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(projectRoot, file), text: readFileSync(file, 'utf8') }));
}

/** The pages of docs/ and the README. */
export function readPages(): SourceFile[] {
  const inDocs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...inDocs.map((name) => join('docs', name))]
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));
}
