import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export type SourceFile = { path: string; text: string };

export const projectRoot = join(import.meta.dirname, '../..');
const FOLDERS = ['db', 'migrations', 'sandbox', 'scripts', 'server', 'src', 'tests'];

/** Every source file of the project whose name ends so, with its path from the project's folder. */
export function readSourceFiles(ending: RegExp): SourceFile[] {
  const entries = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true }),
  );
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(projectRoot, file), text: readFileSync(file, 'utf8') }));
}
