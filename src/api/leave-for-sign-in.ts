import { challengePath, signInPath } from '#src/lib/redirect-path.ts';
import type { Lack } from './signed-in.ts';

/** Goes to where what the session lacks is asked for, and comes back here afterwards. False where it lacks nothing. */
export function leaveForSignIn(lacks: Lack | null): boolean {
  const { pathname, search } = window.location;
  if (lacks === null || pathname.startsWith('/auth')) return false;
  const back = pathname + search;
  // A full load: no data of the ended session stays in memory.
  window.location.replace(lacks === 'code' ? challengePath(back) : signInPath(back));
  return true;
}
