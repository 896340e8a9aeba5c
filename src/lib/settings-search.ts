/** What the server writes into the address when it leads back to the settings. */
export type SettingsSearch = { linked?: string; problem?: string };

/** Reads the query of /dashboard/settings. */
export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const text = (name: string) => (typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined);
  return { linked: text('linked'), problem: text('problem') };
}
