import { assistantById } from '#contract/chat/assistants.ts';
import { minutesToRead } from '#contract/reading-time.ts';
import type { ArticlePageContent } from '#contract/site/blog.ts';
import { readHead } from './article-head.ts';
import { renderBody, type RenderedBody } from './render-body.ts';

export type Article = Omit<ArticlePageContent, 'related'>;
export type ParsedArticle = { article: Article; links: string[]; anchors: string[]; faults: string[] };

const LEAST_WORDS = 900;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const FILE = /^---\r?\n(?<head>[\s\S]*?)\r?\n---\r?\n(?<body>[\s\S]*)$/;

function bodyFaults({ faults, wordCount }: RenderedBody): string[] {
  return wordCount < LEAST_WORDS
    ? [...faults, `the text has ${wordCount} words; an article has at least ${LEAST_WORDS}`]
    : faults;
}

/** One article file: front matter between two lines of `---`, then Markdown. */
export function parseArticle(file: string, text: string): ParsedArticle | { faults: string[] } {
  const named = (faults: string[]) => faults.map((fault) => `${file}: ${fault}`);
  const slug = file.replace(/\.md$/, '');
  if (!SLUG.test(slug)) return { faults: named(['the name must use lowercase letters, digits and single hyphens']) };
  const { head: headText, body: bodyText } = FILE.exec(text)?.groups ?? {};
  if (headText === undefined || bodyText === undefined)
    return { faults: named(['must begin with its fields between two lines of ---']) };

  const head = readHead(headText);
  const body = renderBody(bodyText);
  if (Array.isArray(head)) return { faults: named([...head, ...bodyFaults(body)]) };
  const { id, name, role } = assistantById(head.author);
  const { html, contents, wordCount, links, anchors } = body;
  const readingTime = minutesToRead(wordCount);
  const author = { id, name, role };
  return {
    article: { ...head, slug, author, html, contents, wordCount, readingTime },
    links,
    anchors,
    faults: named(bodyFaults(body)),
  };
}
