import { describe, expect, it } from 'vitest';
import { parseSettingsSearch } from '#src/domain/profile/settings-search.ts';
import { readOutcome } from './arrival.ts';

const outcome = (search: Record<string, unknown>) => readOutcome(parseSettingsSearch(search));

describe('returning to the settings', () => {
  it('says which account was linked, in the section that lists them', () => {
    expect(outcome({ linked: 'google' })).toMatchObject({
      message: { tone: 'success', title: 'Google linked' },
      section: 'sign-in',
    });
  });

  it('explains a failure in the words of its code', () => {
    expect(outcome({ problem: 'IDENTITY_TAKEN' })?.message.text).toContain('already linked to another');
  });

  it('leads a refused download back to where it was requested', () => {
    expect(outcome({ problem: 'REAUTHENTICATION_NEEDED' })?.section).toBe('your-data');
    expect(outcome({ problem: 'TOO_MANY_ATTEMPTS' })?.message.text).toContain('10 times a day');
    expect(outcome({ problem: 'SERVER_BUSY' })).toMatchObject({
      message: { text: expect.stringContaining('try again in a minute') },
      section: 'your-data',
    });
    expect(outcome({ problem: 'EXPORT_RUNNING' })).toMatchObject({
      message: { text: expect.stringContaining('already preparing') },
      section: 'your-data',
    });
  });

  it('shows nothing for a parameter that we did not write', () => {
    expect(outcome({ problem: '<b>send money</b>' })?.message.text).toMatch(/went wrong on our side/);
    expect(outcome({ linked: 'myspace' })).toBeNull();
    expect(outcome({ linked: ['google'] })).toBeNull();
    expect(outcome({})).toBeNull();
  });
});
