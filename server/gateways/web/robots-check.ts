import { checkNotBusy, type Fetched, type GuardedFetch } from './guarded-fetch.ts';
import { PageProblem } from './page-problem.ts';
import type { Ask } from './reading/requests.ts';
import { ALLOWS_EVERYTHING, type Robots } from './robots.ts';

/** Source: RFC 9309, which asks for at least 500 KiB. */
const ROBOTS_MAX_BYTES = 512 * 1_024;
/** If the site can't respond, its rules are unknown. Any other problem with the file means that there are no rules. */
const UNREACHABLE = new Set(['site_error', 'slow_down', 'not_public', 'unreachable', 'bad_certificate', 'too_slow']);

/** A site's robots.txt, or `null` if it has none. */
async function fetchRobots(fetch: GuardedFetch, origin: string, signal: AbortSignal): Promise<Fetched | null> {
  try {
    const fetched = await fetch(new URL('/robots.txt', origin), { signal, maxBytes: () => ROBOTS_MAX_BYTES });
    checkNotBusy(fetched);
    if (fetched.status >= 500) throw new PageProblem('site_error');
    return fetched.status === 200 ? fetched : null;
  } catch (error) {
    if (!(error instanceof PageProblem)) throw error;
    if (UNREACHABLE.has(error.code)) throw error;
    return null;
  }
}

/** The rules of each site, read once. Throws PageProblem if a site can't be asked. */
export function createRobotsCheck(
  { fetch, ask }: { fetch: GuardedFetch; ask: Ask },
  agent: string,
  signal: AbortSignal,
) {
  const known = new Map<string, Promise<Robots>>();
  async function readRobots(origin: string): Promise<Robots> {
    const fetched = await fetchRobots(fetch, origin, signal);
    return fetched ? ask('robots', { bytes: fetched.bytes, agent }) : ALLOWS_EVERYTHING;
  }
  const robotsOf = (url: URL): Promise<Robots> => {
    const asked = known.get(url.origin) ?? readRobots(url.origin);
    known.set(url.origin, asked);
    return asked;
  };
  const mayRead = async (url: URL): Promise<boolean> => {
    const { rules } = await robotsOf(url);
    return rules.length === 0 || ask('permission', { rules, url: url.href });
  };
  return {
    robotsOf,
    mayRead,
    /** Throws if the site asks us not to read this. */
    check: async (url: URL): Promise<void> => {
      if (!(await mayRead(url))) throw new PageProblem('refused_by_robots');
    },
  };
}
export type RobotsCheck = ReturnType<typeof createRobotsCheck>;
