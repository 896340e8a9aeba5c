/** The next or previous hit, wrapping around at the ends. If `place` is -1, the first or the last one. */
export function hitBeside(ids: readonly string[], place: number, step: 1 | -1): string | undefined {
  if (place === -1) return step === 1 ? ids[0] : ids.at(-1);
  return ids[(place + step + ids.length) % ids.length];
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
