import type { apiClient } from './api-client.ts';

export type Api = typeof apiClient;

/** The API for pages that have to draw before it is there. */
export async function loadApi(): Promise<Api> {
  return (await import('./api-client.ts')).apiClient;
}
