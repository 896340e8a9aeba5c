import { describe, expect, it } from 'vitest';
import { exactMoment } from './moment-text.ts';

describe('an exact moment', () => {
  it('is told in the time zone of the person', () => {
    expect(exactMoment('2026-11-21T18:15:00.000Z', 'Europe/Stockholm')).toBe('Nov 21, 2026, 7:15 PM GMT+1');
    expect(exactMoment('2026-11-21T18:15:00.000Z', 'UTC')).toBe('Nov 21, 2026, 6:15 PM UTC');
  });

  it('is told in some time zone where the saved one is not known', () => {
    expect(exactMoment('2026-11-21T18:15:00.000Z', 'Mars/Olympus_Mons')).toContain('Nov 2');
  });
});
