/** The next or previous hit, wrapping around at the ends. If `place` is -1, the first or the last one. */
export function hitBeside(ids: readonly string[], place: number, step: 1 | -1): string | undefined {
  if (place === -1) return step === 1 ? ids[0] : ids.at(-1);
  return ids[(place + step + ids.length) % ids.length];
}

/** The words that are looked for, and the message that is looked at. */
export type Looked = { searched: string; currentId: string | null };

export const isSameLook = (one: Looked, other: Looked): boolean =>
  one.searched === other.searched && one.currentId === other.currentId;

/** Which match of the message to show: the one that was stepped to, in this message and search, or else the first. */
export const matchIn = (stepped: Looked & { match: number }, looked: Looked): number =>
  isSameLook(stepped, looked) ? stepped.match : 0;

/** The match after or before this one in the same message; null at its last or first, or if it has no known ones. */
export function matchBeside(place: { index: number; count: number } | null, step: 1 | -1): number | null {
  const beside = place === null ? -1 : place.index + step;
  return place !== null && beside >= 0 && beside < place.count ? beside : null;
}

/** Where to begin: at a hit in view, or else at the newest one. */
export function firstHit(ids: readonly string[], view: HTMLElement | null): string | undefined {
  const hits = new Set(ids);
  const top = view?.getBoundingClientRect().top ?? 0;
  const bottom = view?.getBoundingClientRect().bottom ?? 0;
  const inView = [...(view?.querySelectorAll<HTMLElement>('.log-row') ?? [])].find((row) => {
    const place = row.getBoundingClientRect();
    return hits.has(row.dataset['message'] ?? '') && place.bottom > top && place.top < bottom;
  });
  return inView?.dataset['message'] ?? ids.at(-1);
}
