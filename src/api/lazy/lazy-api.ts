import type { lateClient } from './lazy-client.ts';

export type Api = typeof lateClient;

/** The API for pages that have to draw before it is there. */
export async function loadApi(): Promise<Api> {
  return (await import('./lazy-client.ts')).lateClient;
}
