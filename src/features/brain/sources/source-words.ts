import { timeText } from '#contract/dates.ts';
import { SITE_PAGES_MAX, type SourceUnit } from '#contract/brain/sources.ts';
import { formatDay, formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { readingText, type Source } from '#src/domain/brain/source.ts';
import { formatNumber } from '#src/lib/text/format.ts';

const KB = 1024;
const MB = KB * KB;
const GB = KB * MB;

const plural = (count: number, name: string) => `${formatNumber(count)} ${name}${count === 1 ? '' : 's'}`;
const rounded = (value: number) => formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** `5 facts`. */
export const factsText = (count: number): string => (count === 0 ? 'No facts' : plural(count, 'fact'));

type Extent = {
  unit: SourceUnit | null;
  count: number;
  bytes: number;
  sitePages?: number | null;
  hasChosenPages?: boolean;
};

/** Whether a site's pages can be chosen: it has more than the limit, or they were chosen before. */
export const canChoosePages = ({
  sitePages = null,
  hasChosenPages = false,
}: Omit<Extent, 'unit' | 'count' | 'bytes'>) => (sitePages ?? 0) > SITE_PAGES_MAX || hasChosenPages;

/** `3 pages`, `50 of 503 pages`; the size if nothing is counted. */
export function extentText({ unit, count, bytes, ...site }: Extent): string {
  const pages = site.sitePages ?? 0;
  if (count > 0 && pages > count && canChoosePages(site)) return `${formatNumber(count)} of ${plural(pages, 'page')}`;
  if (unit !== null && count > 0) return plural(count, unit);
  return bytes >= MB ? `${rounded(bytes / MB)} MB` : `${formatNumber(Math.ceil(bytes / KB))} KB`;
}

/** How much of a long name a row shows: its beginning, and its end with the file's ending. */
const NAME_MAX = 80;
const NAME_END = 18;

/** A name that fits a row. A name may have 200 characters, which take seven lines on a phone. */
export function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= NAME_MAX) return name;
  return `${letters
    .slice(0, NAME_MAX - NAME_END - 1)
    .join('')
    .trimEnd()}…${letters.slice(-NAME_END).join('').trimStart()}`;
}

type Storage = { usedBytes: number; limitBytes: number };

/** `62 of 500 MB`, `0.4 of 5 GB`. */
export function storageText({ usedBytes, limitBytes }: Storage): string {
  const [unit, name] = limitBytes >= GB ? [GB, 'GB'] : [MB, 'MB'];
  const used = usedBytes > 0 && usedBytes < unit / 10 ? 'Under 0.1' : rounded(usedBytes / unit);
  return `${used} of ${rounded(limitBytes / unit)} ${name}`;
}

/** From 80% of the storage on the meter warns, and from 90% on urgently. */
export function storageTone({ usedBytes, limitBytes }: Storage) {
  const share = usedBytes / limitBytes;
  return share >= 0.9 ? 'danger' : share >= 0.8 ? 'warning' : 'accent';
}

/** `at 3:15 PM`, or `on November 24` if that is another day. */
const timeOrDay = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? `at ${timeText(at)}` : `on ${formatDayOrTime(at, now)}`;

/** The line under a source's name: how far it is, or what it taught and how large it is. */
export function sourceLine(source: Omit<Source, 'id' | 'name'>, now: Date): string {
  const { state, progress, factCount, isLearning, isRefreshed, addedAt, readAt, waitsUntil, waitsFor, scope } = source;
  if (waitsUntil !== null && waitsFor === 'website')
    return `The website asked us to slow down. We’ll try again ${timeOrDay(new Date(waitsUntil), now)}.`;
  if (waitsUntil !== null)
    return `Today’s limit has been reached. Reading continues ${formatDayOrTime(new Date(waitsUntil), now)}`;
  if (state === 'waiting') return readAt === null ? 'Waiting to be read' : 'Waiting to be read again';
  if (state === 'failed') return `Added ${formatDayOrTime(new Date(addedAt), now)}`;
  if (state === 'reading') return readingText(progress);
  if (scope === 'held') return `Not in use yet · ${extentText(source)}`;
  if (scope === 'chat')
    return `Only in one chat · ${extentText(source)}, ${formatDay(new Date(readAt ?? addedAt), now)}`;
  const soFar = factCount === 0 ? 'Looking for facts' : `${factsText(factCount)} so far`;
  const when = isRefreshed ? 'weekly' : formatDay(new Date(readAt ?? addedAt), now);
  return `${isLearning ? soFar : factsText(factCount)} · ${extentText(source)}, ${when}`;
}

/** Whether a web address is a site's first page, with which the whole site is added. */
export function isFirstPage(address: string): boolean {
  const [, path = ''] = /^(?:[a-z]+:\/\/)?[^/?#]+([^]*)$/i.exec(address.trim()) ?? [];
  return path === '' || path === '/';
}
