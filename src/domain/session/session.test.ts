import { describe, expect, it } from 'vitest';
import { isLive } from './session.ts';

const now = Date.UTC(2026, 10, 21);
const endingIn = (ms: number) => ({
  user: { id: 'u', email: 'ana@example.com' },
  expiresAt: new Date(now + ms).toISOString(),
  needsSecondFactor: false,
  deleteAfter: null,
});

describe('a session (spec §9, the 90 second margin)', () => {
  it('counts while more than 90 seconds are left', () => {
    expect(isLive(endingIn(90_001), now)).toBe(true);
    expect(isLive(endingIn(90_000), now)).toBe(false);
    expect(isLive(null, now)).toBe(false);
  });
});
