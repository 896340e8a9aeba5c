import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another living process holds the data directory. `message` is fit for a person. */
export class DirectoryHeldError extends Error {}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // reason: process.kill throws errno errors only
  }
}

/**
 * Holds `directory` for this process. Two processes in one PGlite directory destroy it, and PGlite has no lock of its own.
 * A lock whose process is gone is taken over. Returns the release.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'tenfold.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // reason: fs throws errno errors only
      const pid = Number(readFileSync(path, 'utf8'));
      // A restarted container may give us the dead holder's own pid.
      if (pid > 0 && pid !== process.pid && isAlive(pid)) {
        throw new DirectoryHeldError(
          `The data directory ${directory} is in use by process ${pid}. Stop that one, or set DATA_DIR to another directory.`,
        );
      }
      rmSync(path, { force: true });
    }
  }
  throw new DirectoryHeldError(`The data directory ${directory} is being taken by another process. Please try again.`);
}
