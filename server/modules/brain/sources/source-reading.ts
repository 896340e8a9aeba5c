import type { SourceUnit } from '#contract/brain/sources.ts';
import type { SourcePage } from '#db/queries/brain/source-pages.ts';
import type { Section } from '#server/gateways/documents/reading.ts';
import { splitIntoPassages } from '../split-into-passages.ts';

const HEADINGS_MAX = 6;
const HEADING_MAX = 200;

/** A passage as it is found in a source, before it has a number. */
export type ReadPassage = {
  pageUrl: string | null;
  headings: string[];
  page: number | null;
  sheet: string | null;
  rows: number[];
  text: string;
};

/** What a source says. */
export type SourceReading = {
  unit: SourceUnit;
  units: number;
  passages: ReadPassage[];
  /** What its text takes. */
  bytes: number;
  pages: SourcePage[];
  /** Addresses of pages that still say what they said before. */
  unchanged: Set<string>;
  /** What it calls itself. */
  name: string | null;
};

/** Text as PostgreSQL can hold it. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** The sections of a document or page as passages. */
export function toPassages(sections: Section[], pageUrl: string | null): ReadPassage[] {
  return splitIntoPassages(sections.map((section) => ({ ...section, text: storable(section.text) }))).map(
    ({ path, place, text, rows = [] }) => ({
      pageUrl,
      headings: path.slice(-HEADINGS_MAX).map((heading) => storable(heading).slice(0, HEADING_MAX).toWellFormed()),
      page: place.page ?? null,
      sheet: place.sheet === undefined ? null : storable(place.sheet).slice(0, HEADING_MAX).toWellFormed(),
      rows,
      text,
    }),
  );
}

export const bytesOf = (passages: readonly ReadPassage[]): number =>
  passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
