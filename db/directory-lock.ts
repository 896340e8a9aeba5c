import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExpectedError } from './expected-error.ts';

/** Thrown when the data directory can't be locked, because another process has it or its disk doesn't allow it. */
export class DirectoryLockError extends ExpectedError {}

/** SQLite's result codes (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
/** How long SQLite tries again, in milliseconds: two simultaneous starts can get in each other's way. */
const RETRY_MS = 100;

/** Keeps the databases reachable: garbage collection would close their files and so end the locks. */
const held = new Set<DatabaseSync>();

/**
 * Takes the operating system's lock on `file`, an empty SQLite database: SQLite locks bytes of it (`fcntl`, or
 * `LockFileEx` on Windows) for as long as the transaction is open. Nothing is written, and the system ends the lock
 * with the process, however that ends.
 */
function lockFile(directory: string, file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: RETRY_MS });
    // A journal would be a second file, which a killed process leaves behind.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number }; // reason: node:sqlite throws errors with SQLite's code
    throw new DirectoryLockError(
      errcode === SQLITE_BUSY
        ? `Another Tenfold process is using the data directory ${directory}. Stop it, or set DATA_DIR to another directory.`
        : `The data directory ${directory} can't be locked (${file}: ${message}). Check its disk and permissions, or set DATA_DIR to a directory on a local disk.`,
    );
  }
}

/** What earlier versions wrote to `tenfold.lock`: their process number and, later, an id of their start. */
const NOTE = /^(\d+)(?: ([\w-]+))?$/;
/** The id in our own note. */
const LOCKED_BY_SYSTEM = 'locked-by-the-operating-system';

/** Whether a process has files in the directory open; undefined if the system doesn't say. */
function hasFilesOpen(pid: string, directory: string): boolean | undefined {
  const below = `${realpathSync(directory)}${sep}`;
  const open = `/proc/${pid}/fd`;
  try {
    return readdirSync(open).some((file) => {
      try {
        return readlinkSync(join(open, file)).startsWith(below);
      } catch {
        return false; // reason: it was closed in the meantime
      }
    });
  } catch {
    return undefined;
  }
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // reason: process.kill throws errno errors only
  }
}

/**
 * Refuses if an earlier version, which locks nothing, may be running here. Its note may be old, and its number another
 * program's by now.
 */
function refuseBesideEarlierVersion(directory: string, note: string): void {
  const [, pid, id] = NOTE.exec(readIfThere(note)) ?? [];
  if (!pid || id === LOCKED_BY_SYSTEM || Number(pid) === process.pid || !isAlive(pid)) return;
  const isInUse = hasFilesOpen(pid, directory);
  if (isInUse === false) return;
  throw new DirectoryLockError(
    isInUse
      ? `An earlier version of Tenfold uses the data directory ${directory} (process ${pid}). Stop it, or set DATA_DIR to another directory.`
      : `An earlier version of Tenfold may still use the data directory ${directory}. Make sure that it has stopped, delete ${note}, and start again.`,
  );
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Locks `directory`, which exists, for this process. Two processes in one PGlite directory would corrupt it, and PGlite
 * has no lock of its own. Returns the function that releases it (decision 056).
 */
export function lockDirectory(directory: string): () => void {
  const note = join(directory, 'tenfold.lock');
  const database = lockFile(directory, join(directory, 'lock.sqlite'));
  try {
    refuseBesideEarlierVersion(directory, note);
    // Versions before this lock refuse to start beside a process that is named here.
    writeFileSync(note, `${process.pid} ${LOCKED_BY_SYSTEM}`);
  } catch (error) {
    database.close();
    throw error;
  }
  held.add(database);
  return () => {
    if (!held.delete(database)) return;
    rmSync(note, { force: true });
    database.close();
  };
}
