import { describe, expect, it } from 'vitest';
import { parseSettingsSearch } from '#src/domain/profile/settings-search.ts';
import { readOutcome } from './arrival.ts';

const outcome = (search: Record<string, unknown>) => readOutcome(parseSettingsSearch(search));

describe('coming back to the settings', () => {
  it('says which account was linked, where the ways in are listed', () => {
    expect(outcome({ linked: 'google' })).toMatchObject({
      told: { tone: 'success', title: 'Google linked' },
      section: 'sign-in',
    });
  });

  it('says what went wrong in the words of its code', () => {
    expect(outcome({ problem: 'IDENTITY_TAKEN' })?.told.text).toContain('already opens another account');
  });

  it('leads a download that was refused back to where it was asked for', () => {
    expect(outcome({ problem: 'PROOF_NEEDED' })?.section).toBe('your-data');
    expect(outcome({ problem: 'TOO_MANY_ATTEMPTS' })?.told.text).toContain('10 times a day');
    expect(outcome({ problem: 'SERVER_BUSY' })).toMatchObject({
      told: { text: expect.stringContaining('try again in a minute') },
      section: 'your-data',
    });
    expect(outcome({ problem: 'EXPORT_RUNNING' })).toMatchObject({
      told: { text: expect.stringContaining('already being prepared') },
      section: 'your-data',
    });
  });

  it('says nothing of its own making for what nobody here has written', () => {
    expect(outcome({ problem: '<b>send money</b>' })?.told.text).toMatch(/went wrong on our side/);
    expect(outcome({ linked: 'myspace' })).toBeNull();
    expect(outcome({ linked: ['google'] })).toBeNull();
    expect(outcome({})).toBeNull();
  });
});
