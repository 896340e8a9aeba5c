/** The accounts that `npm run seed` creates: one with history, a free one, one at its limit. Never created in production. */
export const DEMO_PASSWORD = 'tenfold-demo';
export const DEMO = { email: 'demo@tenfold.test' } as const;
export const DEMO_FREE = { email: 'free@tenfold.test' } as const;
export const DEMO_AT_LIMIT = { email: 'limit@tenfold.test' } as const;
