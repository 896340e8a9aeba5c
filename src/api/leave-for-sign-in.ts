import { challengePath, signInPath } from '#src/lib/redirect-path.ts';
import type { MissingStep } from './signed-in.ts';

/** Goes to the page for the missing step of signing in, which returns here afterwards. False if no step is missing. */
export function leaveForSignIn(missingStep: MissingStep | null): boolean {
  const { pathname, search } = window.location;
  if (missingStep === null || pathname.startsWith('/auth')) return false;
  const back = pathname + search;
  // A full page load, so that no data of the ended session stays in memory.
  window.location.replace(missingStep === 'code' ? challengePath(back) : signInPath(back));
  return true;
}
