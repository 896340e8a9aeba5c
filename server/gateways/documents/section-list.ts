import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { cleanText, oneLine } from './text/decode-text.ts';
import { MAX_TEXT } from './limits.ts';
import type { LeftOut, LeftOutKind } from '#contract/brain/left-out.ts';
import { DocumentRefusal, type Place, type Section } from './reading.ts';

const MAX_HEADING = 120;
/** How much longer a text may be before it is cleaned. Cleaning takes several times its memory. */
const MAX_UNCLEANED = 2 * MAX_TEXT;

/** Collects the sections of a document, cleaned. Refuses more text than one document may have. */
export function createSectionList() {
  const sections: Section[] = [];
  let length = 0;
  return {
    sections,
    add: (path: string[], place: Place, text: string): void => {
      if (text.length > MAX_UNCLEANED) throw new DocumentRefusal('too_complex');
      const clean = cleanText(text);
      if (clean === '') return;
      length += clean.length;
      if (length > MAX_TEXT) throw new DocumentRefusal('too_complex');
      const headings = path
        .map((heading) => cutAtWord(oneLine(heading), MAX_HEADING))
        .filter((heading) => heading !== '');
      sections.push({ path: headings, place, text: clean });
    },
  };
}
export type SectionList = ReturnType<typeof createSectionList>;

/** Collects text below headings. A heading without text of its own or below it stays readable as a section. */
export function createOutline(list: SectionList) {
  let place: Place = {};
  /** Headings by depth; those of a depth that was skipped are missing. */
  let headings: string[] = [];
  let isHeadingUsed = true;
  let lines: string[] = [];
  const path = () => headings.filter((heading) => heading !== undefined);
  const flush = () => {
    const text = lines.join('\n');
    lines = [];
    if (text.trim() === '') return;
    isHeadingUsed = true;
    list.add(path(), place, text);
  };
  const keepUnusedHeading = () => {
    if (!isHeadingUsed) list.add(path().slice(0, -1), place, path().at(-1) ?? '');
    isHeadingUsed = true;
  };
  return {
    /** Begins a page. What follows is still below the same headings. */
    moveTo: (next: Place): void => {
      flush();
      place = next;
    },
    addText: (text: string): void => void lines.push(text),
    addHeading: (depth: number, text: string): void => {
      flush();
      // A subheading uses the heading above it.
      if (depth <= headings.length) keepUnusedHeading();
      headings = headings.slice(0, depth - 1);
      headings[depth - 1] = text;
      isHeadingUsed = false;
    },
    end: (): void => {
      flush();
      keepUnusedHeading();
    },
  };
}

export type Outline = ReturnType<typeof createOutline>;

/** Counts the content of a document that isn't read. */
export function createLeftOut() {
  const counts: LeftOut = {};
  return {
    counts,
    add: (kind: LeftOutKind, count = 1): void => {
      if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
    },
  };
}
export type LeftOutCount = ReturnType<typeof createLeftOut>;
