import type { GuardedFetch } from './guarded-fetch.ts';
import { PageProblem } from './page-problem.ts';
import { ALLOWS_EVERYTHING, parseRobots, type Robots } from './robots.ts';

/** Source: RFC 9309, which asks for at least 500 KiB. */
const ROBOTS_MAX_BYTES = 512 * 1_024;
/** A site that can't be reached can't be asked either. Anything else that is wrong with the file means that there are no rules. */
const UNREACHABLE = new Set(['not_public', 'unreachable', 'bad_certificate', 'too_slow']);

async function fetchRobots(fetch: GuardedFetch, origin: string, agent: string, signal?: AbortSignal): Promise<Robots> {
  try {
    const { status, bytes } = await fetch(new URL('/robots.txt', origin), { signal, maxBytes: () => ROBOTS_MAX_BYTES });
    if (status >= 500) throw new PageProblem('site_error');
    return status === 200 ? parseRobots(bytes.toString('utf8'), agent) : ALLOWS_EVERYTHING;
  } catch (error) {
    if (!(error instanceof PageProblem)) throw error;
    if (error.code === 'site_error' || UNREACHABLE.has(error.code)) throw error;
    return ALLOWS_EVERYTHING;
  }
}

/** The rules of each site, read once. Throws PageProblem if a site can't be asked. */
export function createRobotsCheck(fetch: GuardedFetch, agent: string, signal?: AbortSignal) {
  const known = new Map<string, Promise<Robots>>();
  const robotsOf = (url: URL): Promise<Robots> => {
    const asked = known.get(url.origin) ?? fetchRobots(fetch, url.origin, agent, signal);
    known.set(url.origin, asked);
    return asked;
  };
  return {
    robotsOf,
    /** Throws if the site asks us not to read this. */
    check: async (url: URL): Promise<void> => {
      const robots = await robotsOf(url);
      if (!robots.mayRead(url)) throw new PageProblem('refused_by_robots');
    },
  };
}
export type RobotsCheck = ReturnType<typeof createRobotsCheck>;
