import { lackIn } from './app-error.ts';
import { challengePath, signInPath } from './redirect-path.ts';

/** Goes to what a refusal says that the session lacks, and comes back here afterwards. False where it lacks nothing. */
export function leaveWhenSignedOut(error: unknown): boolean {
  const lacks = lackIn(error);
  const { pathname, search } = window.location;
  if (lacks === null || pathname.startsWith('/auth')) return false;
  const back = pathname + search;
  // A full load: no data of the ended session stays in memory.
  window.location.replace(lacks === 'code' ? challengePath(back) : signInPath(back));
  return true;
}
