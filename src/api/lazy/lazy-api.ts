import type { lazyClient } from './lazy-client.ts';

export type Api = typeof lazyClient;

/** The API for pages that have to draw before it is there. */
export async function loadApi(): Promise<Api> {
  return (await import('./lazy-client.ts')).lazyClient;
}
