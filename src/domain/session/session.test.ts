import { afterEach, describe, expect, it, vi } from 'vitest';
import { signedIn } from '#src/api/signed-in.ts';
import { personalKey, personalStore } from '#src/lib/storage/personal-store.ts';
import { checkPerson } from './check-person.ts';
import { isLive, needsOnboarding } from './session.ts';

const now = Date.UTC(2026, 10, 21);
const endingIn = (ms: number) => ({
  user: { id: 'u', email: 'ana@example.com' },
  expiresAt: new Date(now + ms).toISOString(),
  needsSecondFactor: false,
  deleteAfter: null,
  resetCompletesAt: null,
});

describe('SESSION-2: the 90-second margin of a session', () => {
  it('counts as valid while more than 90 seconds are left', () => {
    expect(isLive(endingIn(90_001), now)).toBe(true);
    expect(isLive(endingIn(90_000), now)).toBe(false);
    expect(isLive(null, now)).toBe(false);
  });
});

it('ONBOARD-3: See your billing leads to billing, even before onboarding, which everything else asks for first', () => {
  expect(needsOnboarding({ businessType: null }, '/dashboard')).toBe(true);
  expect(needsOnboarding({ businessType: null }, '/dashboard/billing')).toBe(false);
  expect(needsOnboarding({ businessType: 'agency' }, '/dashboard')).toBe(false);
});

describe('SESSION-6: a page whose session is over', () => {
  const maya = { id: 'maya', email: 'maya@example.com' };
  const draft = personalKey(maya.id, 'draft', 'c1');
  afterEach(() => {
    vi.unstubAllGlobals();
    signedIn.leave();
    personalStore.forget(maya.id);
  });

  /**
   * Maya's page, and what the server answers about its session. Returns where the page goes, and whether it is hidden.
   */
  function herPage(answers: Record<string, unknown>) {
    const seen: { href?: string; hidden?: boolean } = {};
    vi.stubGlobal('document', { documentElement: seen });
    vi.stubGlobal(
      'window',
      Object.assign(new EventTarget(), { location: { replace: (href: string) => (seen.href = href) } }),
    );
    vi.stubGlobal('fetch', async (url: string | URL) => {
      const paths = new URL(url, 'http://localhost').pathname.replace('/trpc/', '').split(',');
      return Response.json(paths.map((path) => ({ result: { data: answers[path] ?? null } })));
    });
    signedIn.arrive(maya);
    personalStore.set(draft, 'Dear');
    return seen;
  }

  it('a page is left and its data deleted if the owner ended the session', async () => {
    const seen = herPage({ 'auth.endedSession': { userId: maya.id } });
    expect(await checkPerson()).toBe('left');
    expect(seen).toEqual({ href: '/auth', hidden: true });
    expect(personalStore.get(draft)).toBeNull();
    expect(signedIn.state().person).toBeNull();
  });

  it('a page stays with its drafts if the session ran out', async () => {
    const seen = herPage({});
    expect(await checkPerson()).toBe('signed-out');
    expect(seen).toEqual({});
    expect(personalStore.get(draft)).toBe('Dear');
  });

  it('is left, and its drafts kept until they are asked about, if someone else has signed in', async () => {
    const session = { ...endingIn(86_400_000), user: { id: 'tomas', email: 'tomas@example.com' } };
    const seen = herPage({ 'auth.session': session });
    expect(await checkPerson()).toBe('left');
    expect(seen).toEqual({ href: '/dashboard', hidden: true });
    expect(personalStore.get(draft)).toBe('Dear');
  });
});
