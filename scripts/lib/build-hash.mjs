import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

const FILES = ['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.base.json', 'tsconfig.client.json'];
const FOLDERS = ['src', 'server/contract', 'server/content/articles', 'scripts/pictures', 'public'];

function filesBelow(folder) {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.gen\.ts|\.test\.tsx?$/.test(entry.name)) // reason: the build itself writes the generated ones
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One fingerprint of everything that the build reads. */
export function sourceHash() {
  const hash = createHash('sha256');
  const files = [
    ...FILES.map((file) => join(projectRoot, file)).filter((file) => existsSync(file)),
    ...FOLDERS.flatMap(filesBelow),
  ];
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export const buildMarker = join(projectRoot, 'dist', '.build-hash');

export function isBuilt() {
  return existsSync(buildMarker) && readFileSync(buildMarker, 'utf8') === sourceHash();
}
