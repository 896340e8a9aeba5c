/** The accounts that `npm run seed` creates: one with history, a free one, one at its limit. Never created in production. */
export const DEMO_PASSWORD = 'tenfold-demo';
export const DEMO = { email: 'demo@tenfold.test' } as const;
export const DEMO_FREE = { email: 'free@tenfold.test' } as const;
export const DEMO_AT_LIMIT = { email: 'limit@tenfold.test' } as const;
/** Only with `npm run seed -- --long`: its conversation of 5,000 messages takes a while to write. */
export const DEMO_LONG = { email: 'long@tenfold.test' } as const;

export const DEMO_ADDRESSES: readonly string[] = [DEMO, DEMO_FREE, DEMO_AT_LIMIT, DEMO_LONG].map(({ email }) => email);
