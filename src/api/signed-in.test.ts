import { describe, expect, it } from 'vitest';
import { createSignedIn } from './signed-in.ts';

const maya = { id: 'u1', email: 'maya@example.com' };

describe('a session that ends on an open page', () => {
  it('is asked for on the page if a dialog is registered, and not elsewhere', () => {
    const signedIn = createSignedIn();
    expect(signedIn.expire('sign-in')).toBe(false);
    const stopWatching = signedIn.watch();
    expect(signedIn.expire('sign-in')).toBe(false);
    signedIn.arrive(maya);
    expect(signedIn.expire('sign-in')).toBe(true);
    expect(signedIn.state()).toEqual({ person: maya, isExpired: true, missingStep: 'sign-in' });
    stopWatching();
    expect(signedIn.expire('sign-in')).toBe(false);
  });

  it('repeats every waiting call once the person is back', async () => {
    const signedIn = createSignedIn();
    signedIn.watch();
    signedIn.arrive(maya);
    signedIn.expire('sign-in');
    let isBack = false;
    const waiting = signedIn.whenBack().then(() => (isBack = true));
    await Promise.resolve();
    expect(isBack).toBe(false);
    signedIn.arrive(maya);
    await waiting;
    expect(signedIn.state().isExpired).toBe(false);
    expect(signedIn.renewals()).toBe(1);
    await signedIn.whenBack();
  });

  it('announces it once', () => {
    const signedIn = createSignedIn();
    signedIn.watch();
    signedIn.arrive(maya);
    let changes = 0;
    signedIn.subscribe(() => (changes += 1));
    signedIn.expire('sign-in');
    signedIn.expire('sign-in');
    signedIn.arrive({ ...maya });
    signedIn.arrive({ ...maya });
    expect(changes).toBe(2);
  });

  it('is asked for its second factor if only that is missing', () => {
    const signedIn = createSignedIn();
    signedIn.watch();
    signedIn.arrive(maya);
    signedIn.expire('sign-in');
    signedIn.expire('code');
    expect(signedIn.state()).toEqual({ person: maya, isExpired: true, missingStep: 'code' });
    signedIn.arrive(maya);
    expect(signedIn.state()).toEqual({ person: maya, isExpired: false, missingStep: null });
  });
});
