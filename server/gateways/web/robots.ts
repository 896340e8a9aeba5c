/** A group of robots.txt that applies to us: what it allows and forbids, and how long to wait between requests. */
export type Robots = {
  /** In order of precedence. */
  rules: Rule[];
  delaySeconds: number;
  sitemaps: string[];
};

export type Rule = { isAllowed: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[]; delaySeconds: number };

const LINES_MAX = 5_000;
const RULES_MAX = 1_000;
const PATTERN_MAX = 500;
/** Each star searches every address once. */
const STARS_MAX = 10;
const SITEMAPS_MAX = 20;
/** A longer delay is kept to this one: nobody waits an hour for fifty pages. */
const DELAY_MAX_SECONDS = 5;

export const ALLOWS_EVERYTHING: Robots = { rules: [], delaySeconds: 0, sitemaps: [] };

/** One spelling for a path: what needs no escape has none, and what is escaped has capital letters. */
function normalizedPath(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})|[^\u0021-\u007e]+/gi, (written, code?: string) => {
    if (code === undefined) return encodeURI(written.toWellFormed());
    const character = String.fromCodePoint(Number.parseInt(code, 16));
    return /[\w.~-]/.test(character) ? character : written.toUpperCase();
  });
}

/**
 * The pattern of a rule as far as it's followed. One that is too long or has too many stars forbids everything that
 * begins like it, up to its first star, and allows nothing (null).
 */
function readPattern(said: string, isAllowed: boolean): string | null {
  const pattern = said.replaceAll(/\*+/g, '*');
  const parts = pattern.split('*');
  if (pattern.length <= PATTERN_MAX && parts.length <= STARS_MAX + 1) return normalizedPath(pattern);
  return isAllowed ? null : `${normalizedPath((parts[0] ?? '').slice(0, PATTERN_MAX))}*`;
}

/** Whether a pattern with `*` and a final `$` matches from the start of the path. Its cost is bounded, unlike that of a regular expression. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNamingAgents = false;
  for (const line of text.split(/\r\n?|\n/, LINES_MAX)) {
    const [written = ''] = line.split('#', 1);
    const colon = written.indexOf(':');
    const key = written.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const said = written.slice(colon + 1).trim();
    if (key === 'sitemap' && sitemaps.length < SITEMAPS_MAX) sitemaps.push(said);
    if (key === 'user-agent') {
      if (!group || !isNamingAgents) groups.push((group = { agents: [], rules: [], delaySeconds: 0 }));
      group.agents.push(said.toLowerCase());
      isNamingAgents = true;
    }
    if (!group || !['allow', 'disallow', 'crawl-delay'].includes(key)) continue;
    isNamingAgents = false;
    if (key === 'crawl-delay') group.delaySeconds = Math.min(Math.max(Number(said) || 0, 0), DELAY_MAX_SECONDS);
    // An empty rule says nothing.
    else if (said !== '' && group.rules.length < RULES_MAX) {
      const isAllowed = key === 'allow';
      const pattern = readPattern(said, isAllowed);
      if (pattern !== null) group.rules.push({ isAllowed, pattern });
    }
  }
  return { groups, sitemaps };
}

/** Whether the rules of a robots.txt let us read an address. */
export function mayRead(rules: readonly Rule[], address: string): boolean {
  const { pathname, search } = new URL(address);
  const path = normalizedPath(`${pathname}${search}`);
  return rules.find(({ pattern }) => matches(pattern, path))?.isAllowed ?? true;
}

/**
 * Reads a robots.txt as RFC 9309 says: the groups that name us count, else those for `*`; the longest rule that matches decides, and between
 * two of the same length the one that allows.
 */
export function parseRobots(text: string, agent: string): Robots {
  const { groups, sitemaps } = readGroups(text);
  const own = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const applying = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applying
    .flatMap((group) => group.rules)
    .slice(0, RULES_MAX)
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return { rules, delaySeconds: Math.max(0, ...applying.map((group) => group.delaySeconds)), sitemaps };
}

export const readRobots = (bytes: Uint8Array, agent: string): Robots =>
  parseRobots(new TextDecoder().decode(bytes), agent);
