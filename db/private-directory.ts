import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedError } from './expected-error.ts';

/** Thrown if other users of the machine could read the data directory. */
export class DirectoryNotPrivateError extends ExpectedError {}

const PRIVATE_DIRECTORY = 0o700;
const PRIVATE_FILE = 0o600;
/** The permission bits of the group and of everyone else. */
const OTHERS = 0o077;

const isOpenToOthers = (path: string) => (statSync(path).mode & OTHERS) !== 0;

/**
 * Makes the data directory private before anything is written to it, and sets the umask so that every file this process
 * creates later is private, too: anyone who can read these files can read password hashes, and anyone who can write
 * them can change tables. Throws if that isn't possible.
 */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  const user = process.geteuid?.();
  // Windows has no modes; a user's folder is private there.
  if (user === undefined) return;
  process.umask(OTHERS);
  if (statSync(directory).uid !== user)
    throw new DirectoryNotPrivateError(
      `The data directory ${directory} belongs to another user, who could read everything in it. Change its owner to the user that runs Tenfold, or set DATA_DIR to another directory.`,
    );
  chmodSync(directory, PRIVATE_DIRECTORY);
  // Some file systems, such as a Windows drive mounted on Linux, accept a mode but ignore it.
  if (isOpenToOthers(directory))
    throw new DirectoryNotPrivateError(
      `Other users of this machine could read the data directory ${directory}, because its file system doesn't keep permissions. Set DATA_DIR to a directory on another disk.`,
    );
}

/**
 * Removes everyone else's access to a database's files. The directory around them is private already; this protects
 * copies, and shuts out processes that opened the directory earlier. The embedded database creates its first files with
 * mode 666 whatever the umask is, and earlier versions created all of them that way, so checking `sample` is enough.
 */
export function makeFilesPrivate(directory: string, sample: string): void {
  if (process.geteuid === undefined || !isOpenToOthers(join(directory, sample))) return;
  chmodSync(directory, PRIVATE_DIRECTORY);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), PRIVATE_DIRECTORY);
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), PRIVATE_FILE);
  }
}
