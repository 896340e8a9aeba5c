import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when other users of the machine could read the data directory. `message` is written for people. */
export class DirectoryNotPrivateError extends Error {}

const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;
/** What a group and everyone else may do. */
const OTHERS = 0o077;

const isOpenToOthers = (path: string) => (statSync(path).mode & OTHERS) !== 0;

/**
 * Makes the data directory its owner's alone, before anything is written into it, and likewise every file that this process creates from now
 * on: whoever can read these files can read password hashes, whoever can write them can change tables. Throws if it can't be done.
 */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  const user = process.geteuid?.();
  // Windows has no modes; what is in a user's folder there is theirs.
  if (user === undefined) return;
  process.umask(OTHERS);
  if (statSync(directory).uid !== user)
    throw new DirectoryNotPrivateError(
      `The data directory ${directory} belongs to another user, who could read everything in it. Change its owner to the user that runs Tenfold, or set DATA_DIR to another directory.`,
    );
  chmodSync(directory, PRIVATE_DIRECTORY);
  // Some file systems, such as a Windows drive mounted on Linux, accept a mode and keep their own.
  if (isOpenToOthers(directory))
    throw new DirectoryNotPrivateError(
      `Other users of this machine could read the data directory ${directory}, because its file system doesn't keep permissions. Set DATA_DIR to a directory on another disk.`,
    );
}

/**
 * Takes a database's files from everyone but their owner. The directory around them does so already; this is for copies and for processes
 * that opened them before. The embedded database gives its first files mode 666 whatever the umask is, as earlier versions did with all of
 * them, and one file tells.
 */
export function makeFilesPrivate(directory: string, sample: string): void {
  if (process.geteuid === undefined || !isOpenToOthers(join(directory, sample))) return;
  chmodSync(directory, PRIVATE_DIRECTORY);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), PRIVATE_DIRECTORY);
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), PRIVATE_FILE);
  }
}
