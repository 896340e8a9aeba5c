import { dirname } from 'node:path';

const MAX_FILES = 25;
/** Tests sit beside what they test and are not counted; nobody edits generated files. */
const UNCOUNTED = /\.(?:test|spec)\.tsx?$|\.gen\./;
/** Migrations are listed in the order they run, and routes follow their URLs. */
const ORDERED = /^(?:migrations|src\/routes)(?:\/|$)/;

/** Every folder with more source files than a newcomer can take in at a glance, as `folder: how many`. */
export function checkFolderSizes(paths: string[]): string[] {
  const counted = paths.filter((path) => !UNCOUNTED.test(path)).map(dirname);
  return [...new Set(counted)]
    .filter((folder) => !ORDERED.test(folder))
    .map((folder) => ({ folder, count: counted.filter((one) => one === folder).length }))
    .filter(({ count }) => count > MAX_FILES)
    .map(({ folder, count }) => `${folder}: ${count} files, at most ${MAX_FILES}: group them by topic`);
}
