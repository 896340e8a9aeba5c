import { searchText } from '#src/lib/text/search-text.ts';

/** Longer than any provider's name and any error code. */
const WORD_MAX = 60;

/** What the server adds to the address when it redirects back to the settings. */
export type SettingsSearch = { linked?: string; problem?: string };

/** Reads the query of /dashboard/settings. */
export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  return { linked: searchText(search['linked'], WORD_MAX), problem: searchText(search['problem'], WORD_MAX) };
}
