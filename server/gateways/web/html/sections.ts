/** A part of a page below its headings. `path` names them, outermost first; `anchor` is where to scroll to. */
export type PageSection = { path: string[]; text: string; anchor?: string };

const HEADING_MAX = 200;
const ANCHOR_MAX = 200;
/** More text than this on one page isn't a page. */
export const PAGE_TEXT_MAX = 1_000_000;

/** Each section becomes at least one passage. */
const SECTIONS_MAX = 10_000;

/** Thrown when a page is larger than what we read. */
export class PageTooLarge extends Error {}

const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Collects text into lines, and lines into sections along the headings. */
export function createSections() {
  const sections: PageSection[] = [];
  let headings: { level: number; title: string }[] = [];
  let anchor: string | undefined;
  let lines: string[] = [];
  let line = '';
  let prefix = '';
  let length = 0;

  function endLine(): void {
    const text = collapsed(line);
    if (text !== '') {
      lines.push(`${prefix}${text}`);
      prefix = '';
    }
    line = '';
  }

  function endSection(): void {
    endLine();
    prefix = '';
    if (lines.length > 0) {
      const path = headings.map(({ title }) => title);
      // Each section repeats the headings above it.
      count(path.join(''));
      sections.push({ path, text: lines.join('\n'), ...(anchor === undefined ? {} : { anchor }) });
      if (sections.length > SECTIONS_MAX) throw new PageTooLarge();
    }
    lines = [];
  }

  function count(text: string): void {
    length += text.length;
    if (length > PAGE_TEXT_MAX) throw new PageTooLarge();
  }

  return {
    text: (text: string) => {
      count(text);
      line += text;
    },
    endLine,
    /** Text that is a line of its own, as it is. */
    line: (text: string) => {
      count(text);
      endLine();
      line = text;
      endLine();
    },
    /** The next line begins with this, such as the number of a list item. */
    startItem: (mark: string) => {
      endLine();
      prefix = mark;
    },
    heading: (level: number, text: string, id: string | null) => {
      const title = collapsed(text).slice(0, HEADING_MAX).toWellFormed();
      if (title === '') return;
      count(title);
      endSection();
      headings = [...headings.filter((one) => one.level < level), { level, title }];
      anchor = id !== null && /^[^\s\p{C}]+$/u.test(id) && id.length <= ANCHOR_MAX ? id : undefined;
    },
    finish: (): PageSection[] => {
      endSection();
      return sections;
    },
  };
}
export type Sections = ReturnType<typeof createSections>;
