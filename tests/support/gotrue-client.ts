import { GoTrueClient } from '@supabase/auth-js';
import type { TestApp } from './test-app.ts';

/** The published library, with nothing replaced but the network: a client with its own memory and its own event log. */
export function aGotrueClient({ app }: TestApp, flowType: 'implicit' | 'pkce' = 'implicit') {
  const kept = new Map<string, string>();
  const events: string[] = [];
  const client = new GoTrueClient({
    url: 'http://localhost:3000/auth/v1',
    fetch: async (input, init) => app.request(input instanceof Request ? input.url : input, init),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
    storageKey: `test-${Math.random()}`,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  client.onAuthStateChange((event) => void events.push(event));
  return { client, events };
}
