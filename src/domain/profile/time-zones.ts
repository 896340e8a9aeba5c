/** The time zone that this browser's clock is set to. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export type TimeZoneRegion = { name: string; zones: { id: string; place: string }[] };

/** Zones without a region, such as UTC. */
const OTHER = 'Other';

/** `New York`, which is what people type in a native list to find a zone. */
export function placeOf(id: string): string {
  return id.slice(id.indexOf('/') + 1).replaceAll('_', ' ');
}

/** Every time zone this browser knows, UTC and those in `alsoIds`, grouped by region. */
export function timeZoneRegions(alsoIds: readonly string[]): TimeZoneRegion[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...alsoIds]);
  const regions = new Map<string, TimeZoneRegion['zones']>();
  for (const id of [...ids].toSorted()) {
    const name = id.includes('/') ? id.slice(0, id.indexOf('/')) : OTHER;
    const zones = regions.get(name) ?? [];
    zones.push({ id, place: placeOf(id) });
    regions.set(name, zones);
  }
  return [...regions].map(([name, zones]) => ({ name, zones }));
}
