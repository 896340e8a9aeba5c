import type { LeftOut } from '#contract/brain/left-out.ts';
import type { SourceUnit } from '#contract/brain/sources.ts';
import type { SourcePage } from '#db/queries/brain/source-pages.ts';
import type { ListedPages } from '#server/gateways/web/site/site-queue.ts';
import type { Section } from '#server/gateways/documents/reading.ts';
import { createEventLoopYield } from '#server/lib/concurrency/yield-to-event-loop.ts';
import type { PromptVersion } from '#server/prompts/model-task.ts';
import { splitIntoPassages } from './split-into-passages.ts';

const HEADINGS_MAX = 6;
const HEADING_MAX = 200;
/** How much text is divided in one go, in characters. */
const PORTION = 20_000;

/** A passage as it is found in a source, before it has a number. */
export type ReadPassage = {
  pageUrl: string | null;
  headings: string[];
  page: number | null;
  sheet: string | null;
  rows: number[];
  text: string;
};

export type SlowDown = { retryAfterMs: number | null };

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
  /** The prompt that a model described a picture with. */
  prompt?: PromptVersion;
  /** What it has that wasn't read. */
  leftOut?: LeftOut;
  /** The pages that a site has, as far as that is known. */
  listed?: ListedPages;
  /** The pages of a site that its owner has chosen, by the addresses they were redirected to. */
  chosen?: string[];
  /** The website asked us to slow down before all was read, perhaps with the time to wait. */
  slowDown?: SlowDown | null;
};

/** Text as PostgreSQL can hold it. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** Places to divide a long text, from the best to the last resort. */
const BREAKS = ['\n\n', '\n', '. ', ' '];

/** Where to divide a text that is longer than `PORTION`. */
function breakIn(text: string): number {
  for (const mark of BREAKS) {
    const at = text.lastIndexOf(mark, PORTION - mark.length);
    if (at >= PORTION / 2) return at + mark.length;
  }
  return /[\uD800-\uDBFF]/.test(text.charAt(PORTION - 1)) ? PORTION - 1 : PORTION;
}

/** The sections in portions of about the same length, each of which is divided in one go. A very long section becomes several. */
function* portionsOf(sections: readonly Section[]): Generator<Section[]> {
  let portion: Section[] = [];
  let length = 0;
  for (const section of sections) {
    let text = storable(section.text);
    while (text.length > PORTION) {
      const end = breakIn(text);
      yield [...portion, { ...section, text: text.slice(0, end) }];
      [portion, length, text] = [[], 0, text.slice(end)];
    }
    portion.push({ ...section, text });
    length += text.length;
    if (length < PORTION) continue;
    yield portion;
    [portion, length] = [[], 0];
  }
  yield portion;
}

/** The sections of a document or page as passages. A long document takes seconds, so others get their turn in between. */
export async function toPassages(sections: readonly Section[], pageUrl: string | null): Promise<ReadPassage[]> {
  const yieldToOthers = createEventLoopYield();
  const passages: ReadPassage[] = [];
  for (const portion of portionsOf(sections)) {
    for (const { path, place, text, rows = [] } of splitIntoPassages(portion))
      passages.push({
        pageUrl,
        headings: path.slice(-HEADINGS_MAX).map((heading) => storable(heading).slice(0, HEADING_MAX).toWellFormed()),
        page: place.page ?? null,
        sheet: place.sheet === undefined ? null : storable(place.sheet).slice(0, HEADING_MAX).toWellFormed(),
        rows,
        text,
      });
    await yieldToOthers();
  }
  return passages;
}

export const bytesOf = (passages: readonly ReadPassage[]): number =>
  passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
