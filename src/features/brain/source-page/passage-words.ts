import type { Passage } from '#src/domain/brain/source.ts';

type Placed = Pick<Passage, 'headings' | 'place' | 'url'>;

/** The headings above a passage, where they differ from those of the one before. */
export function headingOf({ headings, url }: Placed, before: Placed | undefined): string | null {
  const heading = headings.join(' › ');
  const isSame = before?.headings.join(' › ') === heading && before.url === url;
  return heading === '' || isSame ? null : heading;
}

/** `Page 2`, `Sheet “Prices”, from row 10`: where a passage stands in its document, if the one before stands elsewhere. */
export function placeText({ place }: Placed, before: Placed | undefined): string | null {
  const { page, sheet, row } = place;
  if (page !== undefined) return page === before?.place.page ? null : `Page ${page}`;
  const from = row === undefined ? null : `${sheet === undefined ? 'From' : 'from'} row ${row}`;
  const parts = [sheet === undefined ? null : `Sheet “${sheet}”`, from].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}
