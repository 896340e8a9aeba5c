import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project.mjs';

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')).packages ?? {};
  } catch {
    return null; // reason: missing or cut short counts as "not installed"
  }
}

/**
 * Whether node_modules matches package-lock.json. npm writes its record as the last step of an install, so a matching record means a
 * complete install. Optional packages for other platforms are rightly absent.
 */
export function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true;
  });
}
