import { Marked, type Token, type Tokens } from 'marked';
import type { ArticlePart } from '#contract/site/blog.ts';

export type RenderedBody = {
  /** Safe to insert: contains only the elements below and escaped text. */
  html: string;
  contents: ArticlePart[];
  /** Every URL that it links to. */
  links: string[];
  /** Ids of its headings. */
  anchors: string[];
  wordCount: number;
  faults: string[];
};

const ALLOWED = new Set(
  'paragraph heading list list_item blockquote table space hr text escape strong em link codespan br del'.split(' '),
);
const REFUSED: Record<string, string> = {
  html: 'raw HTML is not allowed',
  image: 'pictures are not allowed',
  code: 'a block of code is not allowed',
  checkbox: 'a list of tasks is not allowed',
};
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
const unescapeHtml = (text: string) =>
  text.replaceAll(
    /&(?:amp|lt|gt|quot|#39);/g,
    (name) => Object.entries(ENTITIES).find(([, it]) => it === name)?.[0] ?? "'",
  );

const plain = (html: string) => unescapeHtml(html.replaceAll(/<[^<>]+>/g, ''));
const idOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function headingFaults(headings: Tokens.Heading[]): string[] {
  const [first] = headings;
  return [
    ...headings
      .filter(({ depth }) => depth !== 2 && depth !== 3)
      .map(({ text, depth }) => `the heading "${text}" has ${depth} hashes; there are 2 or 3`),
    ...(first?.depth === 3 ? [`the heading "${first.text}" comes before any heading with 2 hashes`] : []),
  ];
}

/** Turns Markdown into an article's HTML. Anything an article may not contain is reported, not silently dropped. */
export function renderBody(markdown: string): RenderedBody {
  const contents: ArticlePart[] = [];
  const links: string[] = [];
  const anchors: string[] = [];
  const faults: string[] = [];
  const headings: Tokens.Heading[] = [];
  let section = 'Overview';
  let hasParagraph = false;

  function anchorFor(title: string): string {
    const id = idOf(title);
    if (id === '') faults.push(`the heading "${title}" has no letter or digit that a URL can hold`);
    if (anchors.includes(id)) faults.push(`the heading "${title}" is used twice`);
    anchors.push(id);
    return id;
  }

  const marked = new Marked({
    walkTokens: (token: Token) => {
      if (!ALLOWED.has(token.type))
        faults.push(`${REFUSED[token.type] ?? `${token.type} is not allowed`}: ${token.raw.trim().slice(0, 60)}`);
    },
    renderer: {
      paragraph({ tokens }) {
        const isFirst = !hasParagraph;
        hasParagraph = true;
        return `<p${isFirst ? ' class="first"' : ''}>${this.parser.parseInline(tokens)}</p>\n`;
      },
      heading(token) {
        const html = this.parser.parseInline(token.tokens);
        const title = plain(html);
        const id = anchorFor(title);
        headings.push(token);
        section = title;
        if (token.depth === 2) contents.push({ id, title });
        return `<h${token.depth} id="${id}">${html}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        links.push(href);
        const rel = href.startsWith('/') ? '' : ' rel="noopener"';
        return `<a href="${escapeHtml(href)}"${rel}>${this.parser.parseInline(tokens)}</a>`;
      },
      table({ header, rows }) {
        const cell = (tag: 'th' | 'td', { tokens, align }: Tokens.TableCell) =>
          `<${tag}${tag === 'th' ? ' scope="col"' : ''}${align === 'right' ? ' class="r"' : ''}>${this.parser.parseInline(tokens)}</${tag}>`;
        const row = (tag: 'th' | 'td', cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((one) => cell(tag, one)).join('')}</tr>`;
        // The block may be wider than a phone, and scrolled content has to be reachable by keyboard.
        return `<div class="scroll-x" role="region" tabindex="0" aria-label="${escapeHtml(`Table: ${section}`)}"><table class="table"><thead>${row('th', header)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table></div>\n`;
      },
      // Reported as a fault; even if a caller ignores the fault, none of it reaches the HTML.
      html: () => '',
      image: () => '',
      code: () => '',
    },
  });

  const html = marked.parse(markdown, { async: false }).trim();
  if (!html.startsWith('<p class="first">') || !/^\p{L}/u.test(plain(html)))
    faults.push('the text must begin with a paragraph that begins with a letter');
  const wordCount = plain(html.replaceAll('>', '> '))
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return { html, contents, links, anchors, wordCount, faults: [...faults, ...headingFaults(headings)] };
}
