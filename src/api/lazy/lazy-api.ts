import type { lazyClient } from './lazy-client.ts';

export type Api = typeof lazyClient;

/** The API for pages that render before it has loaded. */
export async function loadApi(): Promise<Api> {
  return (await import('./lazy-client.ts')).lazyClient;
}
