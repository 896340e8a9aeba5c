import { formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { placeName } from '#src/domain/brain/fact-source.ts';
import { cut } from './fact-words.ts';
import type { Passage } from './knowledge-context.ts';

const NAME_MAX = 24;
const PLACE_MAX = 24;

/** `Price list fall 2026` for a file, `fernandkiln.example` for a page. */
function shortSource({ sourceName, kind }: Pick<Passage, 'sourceName' | 'kind'>): string {
  if (kind === 'file') return cut(sourceName.replace(/(?<=.)\.[a-z0-9]{2,5}$/i, ''), NAME_MAX);
  // A page without a title has its address for a name.
  const [, host] = /^(?:www\.)?([\p{L}\p{N}.-]+\.\p{L}{2,})(?:\/\S*)?$/u.exec(sourceName) ?? [];
  return cut(host ?? sourceName, NAME_MAX);
}

/** `Price list, p. 2`: what fits on a chip. */
export function passageName(passage: Pick<Passage, 'sourceName' | 'kind' | 'place'>): string {
  const place = cut(placeName(passage.place) ?? '', PLACE_MAX);
  return [shortSource(passage), place].filter(Boolean).join(', ');
}

/** `Page 2, “Bowls” · read Nov 12`: all that is known of where a passage stands. */
export function passagePlace({ place, readAt }: Pick<Passage, 'place' | 'readAt'>, now: Date): string {
  const { page, sheet, row, heading } = place;
  const where = [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(sheet === undefined ? [] : [`sheet “${sheet}”`]),
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(heading === undefined ? [] : [`“${heading}”`]),
  ]
    .join(', ')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
  if (readAt === null) return where;
  const day = formatDayOrTime(new Date(readAt), now);
  return where === '' ? `Read ${day}` : `${where} · read ${day}`;
}

/** `Open page 2`: what the link to a passage says. */
export function openText(isFile: boolean, place: Pick<Passage['place'], 'page'> | null): string {
  if (place?.page !== undefined) return `Open page ${place.page}`;
  return isFile ? 'Open the file' : 'Open the page';
}
