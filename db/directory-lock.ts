import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another running process holds the data directory. `message` is written for people. */
export class DirectoryHeldError extends Error {}

/** Who holds a lock. `id` names this one start: a process id is used again. */
type Holder = { pid: number; id: string };

/** The ids under which this process holds a directory. */
const ours = new Set<string>();

const isErrno = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code; // reason: fs throws errno errors only

/** What a lock says; undefined if there is none. Earlier versions wrote the pid only, and a power cut may leave anything. */
function readHolder(path: string): Holder | undefined {
  try {
    const [, pid = '0', id = `pid-${pid}`] = /^(\d+)(?: ([\w-]+))?$/.exec(readFileSync(path, 'utf8')) ?? [];
    return { pid: Number(pid), id };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isAlive({ pid, id }: Holder): boolean {
  // A restarted container may give us the dead holder's own pid.
  if (pid === 0 || pid === process.pid) return ours.has(id);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive but belongs to another user.
    return isErrno(error, 'EPERM');
  }
}

/** Links our file at `path`. False if something is there already. */
function linkOnce(file: string, path: string): boolean {
  try {
    linkSync(file, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Puts our file at `path` as a whole, so that a lock always says who holds it. The file of a dead process is replaced under a second lock,
 * named after the dead holder: a start that judged the same file a moment ago would otherwise replace ours. That lock may have been left by a
 * dead process too. Returns the living process that was faster, if there is one.
 */
function claim(directory: string, path: string, file: string): Holder | undefined {
  for (;;) {
    if (linkOnce(file, path)) return undefined;
    const holder = readHolder(path);
    // It has just been released.
    if (!holder) continue;
    if (isAlive(holder)) return holder;
    const succession = join(directory, `tenfold.lock.after-${holder.id}`);
    const successor = claim(directory, succession, file);
    if (successor) return successor;
    try {
      // From here on nobody else changes it, but that may have happened before.
      if (readHolder(path)?.id !== holder.id) continue;
      linkSync(file, `${file}.next`);
      renameSync(`${file}.next`, path);
      return undefined;
    } finally {
      rmSync(succession, { force: true });
    }
  }
}

/**
 * Locks `directory`, which exists, for this process. Two processes in one PGlite directory would corrupt it, and PGlite
 * has no lock of its own. A lock left by a dead process is taken over. Returns the function that releases it.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'tenfold.lock');
  const id = randomUUID();
  const file = join(directory, `tenfold.lock.${id}`);
  writeFileSync(file, `${process.pid} ${id}`, { flag: 'wx' });
  try {
    const holder = claim(directory, path, file);
    if (holder)
      throw new DirectoryHeldError(
        `The data directory ${directory} is in use by process ${holder.pid}. Stop that process, or set DATA_DIR to another directory.`,
      );
  } finally {
    rmSync(file, { force: true });
  }
  ours.add(id);
  return () => {
    if (ours.delete(id)) rmSync(path, { force: true });
  };
}
