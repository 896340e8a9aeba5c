import { Lexer, type Token, type Tokens } from 'marked';
import type { DocumentText } from '../reading.ts';
import { createOutline, createSectionList } from '../section-list.ts';
import { describeRows } from '../tables/table-rows.ts';

/** The first two levels of headings in a file that isn't named as Markdown. */
const HAS_HEADINGS = /^#{1,2} \S/m;
const isTableToken = (token: Token): token is Tokens.Table => token.type === 'table' && 'rows' in token;
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading' && 'depth' in token;

export const looksLikeMarkdown = (text: string): boolean => HAS_HEADINGS.test(text);

function tableText({ header, rows }: Tokens.Table): string {
  const table = [header, ...rows].map((cells, index) => ({ row: index + 1, cells: cells.map(({ text }) => text) }));
  return describeRows(table)
    .map(({ text }) => text)
    .join('\n');
}

/** Reads Markdown. Its HTML is text like any other. */
export function readMarkdown(text: string, name: string): DocumentText {
  const list = createSectionList();
  const outline = createOutline(list);
  let title: string | undefined;
  // Blocks only: inline formatting doesn't matter here, and parsing it takes quadratic time.
  for (const token of new Lexer().blockTokens(text.replaceAll('\r\n', '\n'))) {
    if (isHeading(token)) {
      if (token.depth === 1) title ??= token.text;
      outline.addHeading(token.depth, token.text);
    } else outline.addText(isTableToken(token) ? tableText(token) : token.raw);
  }
  outline.end();
  return {
    kind: 'markdown',
    title: title ?? name,
    unit: 'section',
    count: list.sections.length,
    sections: list.sections,
  };
}

export function readPlainText(text: string, title: string): DocumentText {
  const list = createSectionList();
  list.add([], {}, text);
  return { kind: 'text', title, unit: 'section', count: list.sections.length, sections: list.sections };
}
