import { describe, expect, it } from 'vitest';
import { timeZoneRegions } from './time-zones.ts';

const zonesIn = (region: string, also: string[] = []) =>
  timeZoneRegions(also).find(({ name }) => name === region)?.zones ?? [];

describe('time zones to choose from', () => {
  it('are grouped by region and named by place', () => {
    expect(zonesIn('Europe')).toContainEqual({ id: 'Europe/Stockholm', place: 'Stockholm' });
    expect(zonesIn('America')).toContainEqual({ id: 'America/New_York', place: 'New York' });
  });

  it('include UTC and the saved one, whatever this browser lists, each once', () => {
    expect(zonesIn('Other', ['UTC']).filter(({ id }) => id === 'UTC')).toHaveLength(1);
    expect(zonesIn('Mars', ['Mars/Olympus_Mons'])).toEqual([{ id: 'Mars/Olympus_Mons', place: 'Olympus Mons' }]);
  });
});
