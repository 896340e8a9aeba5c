import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

const PACKAGES = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

function filesBelow(folder) {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.gen\.ts|\.test\.tsx?$/.test(entry.name)) // reason: the build itself writes the generated ones
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** One hash of everything that a build reads. */
function sourceHash({ files, folders }) {
  const hash = createHash('sha256');
  const sources = [
    ...[...PACKAGES, ...files].map((file) => join(projectRoot, file)).filter((file) => existsSync(file)),
    ...folders.flatMap(filesBelow),
  ];
  for (const file of sources.toSorted((a, b) => (a < b ? -1 : 1))) {
    hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** One half of the build: where its recorded hash is, and what its hash would be now. */
const half = (marker, sources) => {
  const file = join(projectRoot, 'dist', marker);
  const hash = () => sourceHash(sources);
  return { marker: file, hash, isFresh: () => existsSync(file) && readFileSync(file, 'utf8') === hash() };
};

export const screens = half('.build-hash', {
  files: ['vite.config.ts', 'tsconfig.client.json'],
  folders: ['src', 'server/contract', 'server/content/articles', 'scripts/pictures', 'public'],
});

export const server = half('.server-hash', {
  files: ['tsconfig.server.json', 'scripts/bundle-server.mjs'],
  folders: ['server', 'db', 'sandbox'],
});
