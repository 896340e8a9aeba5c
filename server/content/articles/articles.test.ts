import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assistantById } from '#contract/chat/assistants.ts';
import { ArticleFaults } from './article-faults.ts';
import { dateFaults } from './date-faults.ts';
import { allArticles, readArticles } from './read-articles.ts';

const HEAD = {
  title: 'How to sharpen a pencil',
  excerpt:
    'A short guide to a sharp point, with a knife, with a machine, and with the patience that both of them ask for.',
  metaDescription:
    'Sharpen a pencil with a knife or a machine. What to hold, where to begin, when to stop, and how to keep the point from breaking.',
  author: 'emmie',
  publishedAt: '2026-11-01',
  tags: '[Writing]',
  seoKeywords: '[pencil, sharp pencil, knife]',
  featured: 'false',
  callToAction: 'Write with Emmie',
};
const WORDS = `${'Turn the pencil and hold the knife still. '.repeat(120)}\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'articles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type ArticleParts = { head?: Record<string, string | undefined>; body?: string };

function write(slug: string, { head = {}, body = WORDS }: ArticleParts = {}): void {
  const fields = Object.entries({ ...HEAD, ...head }).filter(([, value]) => value !== undefined);
  writeFileSync(
    join(folder, `${slug}.md`),
    `---\n${fields.map(([name, value]) => `${name}: ${value}\n`).join('')}---\n${body}`,
  );
}

function faults(): readonly string[] {
  try {
    readArticles(folder);
    return [];
  } catch (error) {
    if (error instanceof ArticleFaults) return error.faults;
    throw error;
  }
}

function htmlOf(body: string): string {
  write('pencil', { body: `Begin here.\n\n${body}\n\n${WORDS}` });
  return readArticles(folder)[0]?.html ?? '';
}

describe('the articles of the blog', () => {
  const articles = allArticles();

  test('number at least four, newest first', () => {
    expect(articles.length).toBeGreaterThanOrEqual(4);
    const days = articles.map(({ publishedAt }) => publishedAt);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(articles.filter(({ featured }) => featured).length).toBeGreaterThan(0);
  });

  test.each(articles.map((article) => [article.slug, article] as const))(
    'include %s, which is long enough to publish',
    (_slug, article) => {
      expect(article.wordCount).toBeGreaterThanOrEqual(900);
      expect(article.readingTime).toBe(Math.ceil(article.wordCount / 220));
      expect(article.author.name).toBe(assistantById(article.author.id).name);
      expect(article.excerpt).not.toBe(article.metaDescription);
      expect(article.contents.length).toBeGreaterThanOrEqual(3);
      expect(article.html).not.toMatch(/<(?:script|iframe|img|style)|\son\w+=|javascript:/i);
      expect(article.html).not.toMatch(/[!—]|supercharge|revolution|game-changer/i);
    },
  );
});

describe('a valid article', () => {
  test('is parsed with everything its page needs', () => {
    write('pencil', {
      body: `Begin here.\n\n## The *first* cut\n\n${WORDS}\n## Second & last\n\n### A detail\n\nEnd.\n`,
    });
    expect(faults()).toEqual([]);
    expect(readArticles(folder)[0]).toMatchObject({
      slug: 'pencil',
      author: { id: 'emmie', name: 'Emmie', role: 'Email Marketing Expert' },
      tags: ['Writing'],
      featured: false,
      wordCount: 970,
      readingTime: 5,
      contents: [
        { id: 'the-first-cut', title: 'The first cut' },
        { id: 'second-last', title: 'Second & last' },
      ],
    });
  });

  test('has its first paragraph set as a lead, and no other', () => {
    expect(htmlOf('Another one.')).toMatch(/^<p class="first">Begin here\.<\/p>\n<p>Another one\.<\/p>/);
  });

  test('has tables that the keyboard can scroll, named after their section', () => {
    const html = htmlOf('## Knives\n\n| Knife | Price |\n|---|--:|\n| Small | 4 |');
    expect(html).toContain('<div class="scroll-x" role="region" tabindex="0" aria-label="Table: Knives">');
    expect(html).toContain('<th scope="col">Knife</th><th scope="col" class="r">Price</th>');
    expect(html).toContain('<td class="r">4</td>');
  });

  test('escapes text that could be taken for HTML', () => {
    expect(htmlOf('Use `<b>` where 1 < 2 & "so".')).toContain(
      '<code>&lt;b&gt;</code> where 1 &lt; 2 &amp; &quot;so&quot;.',
    );
  });
});

const LONG = 'x'.repeat(181);
const HEAD_FAULTS: [name: string, head: Record<string, string | undefined>, fault: RegExp][] = [
  ['no title', { title: undefined }, /^pencil\.md: title: must be a text$/],
  ['a title that is too long', { title: 'x'.repeat(71) }, /title: is 71 characters long; it must be 5 to 70$/],
  ['a short excerpt', { excerpt: 'Too short.' }, /excerpt: is 10 characters long; it must be 80 to 180$/],
  ['a long excerpt', { excerpt: LONG }, /excerpt: is 181/],
  ['a long description', { metaDescription: LONG }, /metaDescription: is 181 .* 110 to 158$/],
  ['a stranger as its author', { author: 'maya' }, /author: isn't an assistant$/],
  ['a day that there is not', { publishedAt: '2026-02-30' }, /publishedAt: must be a day/],
  ['a day in other words', { publishedAt: 'yesterday' }, /publishedAt: must be a day/],
  ['no tags', { tags: '[]' }, /tags: must have 1 to 6 entries$/],
  ['a tag twice', { tags: '[SEO, seo]' }, /tags: contains a duplicate$/],
  ['a text in place of tags', { tags: 'SEO' }, /tags: must be a list of texts$/],
  ['too few keywords', { seoKeywords: '[pencil]' }, /seoKeywords: must have 3 to 8 entries$/],
  ['a word in place of yes or no', { featured: 'perhaps' }, /featured: must be true or false$/],
  ['a long call to action', { callToAction: 'x'.repeat(41) }, /callToAction: is 41/],
  ['a field that nobody knows', { shade: 'red' }, /shade: unknown field$/],
  ['no YAML at all', { title: '"unclosed' }, /isn't valid YAML: /],
];

const BODY_FAULTS: [name: string, body: string, fault: RegExp][] = [
  ['few words', 'Too short.', /the text has 2 words; an article has at least 900$/],
  ['raw HTML', `Begin.\n\n<script>alert(1)</script>\n\n${WORDS}`, /raw HTML is not allowed: <script>/],
  ['HTML within a line', `Begin <img src=x onerror=alert(1)> here.\n\n${WORDS}`, /raw HTML is not allowed: <img/],
  ['a picture', `Begin.\n\n![A pencil](/pencil.png)\n\n${WORDS}`, /pictures are not allowed/],
  ['a block of code', `Begin.\n\n\`\`\`\nlet\n\`\`\`\n\n${WORDS}`, /a block of code is not allowed/],
  ['a list of tasks', `Begin.\n\n- [ ] Sharpen\n\n${WORDS}`, /a list of tasks is not allowed/],
  ['a heading of the page', `Begin.\n\n# Pencils\n\n${WORDS}`, /the heading "Pencils" has 1 hashes; there are 2 or 3$/],
  [
    'a heading that skips a level',
    `Begin.\n\n### Pencils\n\n${WORDS}`,
    /"Pencils" comes before any heading with 2 hashes$/,
  ],
  ['the same heading twice', `Begin.\n\n## Pencils\n\n${WORDS}\n## Pencils\n`, /"Pencils" is used twice$/],
  ['a heading first', `## Pencils\n\n${WORDS}`, /must begin with a paragraph that begins with a letter$/],
  ['a quotation mark first', `“Begin.”\n\n${WORDS}`, /must begin with a paragraph that begins with a letter$/],
  [
    'a link to no article',
    `Begin [here](/blog/nothing).\n\n${WORDS}`,
    /the link to \/blog\/nothing doesn't match any page/,
  ],
  [
    'a link to no page',
    `Begin [here](/prices).\n\n${WORDS}`,
    /the link to \/prices doesn't match any page on this site$/,
  ],
  [
    'a link to no part',
    `Begin [here](/#prices).\n\n${WORDS}`,
    /the link to \/#prices doesn't match any section of \/$/,
  ],
  [
    'a link to no part of an article',
    `Begin [here](/blog/pencil#x).\n\n${WORDS}`,
    /doesn't match any section of \/blog\/pencil$/,
  ],
  ['a link that runs a script', `Begin [here](javascript:alert(1)).\n\n${WORDS}`, /must start with \/ or https:\/\/$/],
  ['a link without its scheme', `Begin [here](//evil.example).\n\n${WORDS}`, /must start with \/ or https:\/\/$/],
];

describe('an article is refused, by file and field, for', () => {
  test.each(HEAD_FAULTS)('%s', (_name, head, fault) => {
    write('pencil', { head });
    expect(faults()).toEqual([expect.stringMatching(fault)]);
  });

  test.each(BODY_FAULTS)('%s', (_name, body, fault) => {
    write('pencil', { body });
    expect(faults()[0]).toMatch(/^pencil\.md: /);
    expect(faults()).toContainEqual(expect.stringMatching(fault));
  });

  test('a file name that is not a valid slug', () => {
    write('My Pencil');
    expect(faults()).toEqual(['My Pencil.md: the name must use lowercase letters, digits and single hyphens']);
  });

  test('no fields at all', () => {
    writeFileSync(join(folder, 'pencil.md'), WORDS);
    expect(faults()).toEqual(['pencil.md: must begin with its fields between two lines of ---']);
  });

  test('a title that is taken, or a tag in another spelling', () => {
    write('pencil');
    write('pen', { head: { tags: '[writing]' } });
    expect(faults()).toEqual([
      'pencil.md: title: is already used by pen.md',
      'pencil.md: tags: "Writing" is "writing" in pen.md',
    ]);
  });

  test('several reasons at once, and all are reported', () => {
    write('pencil', { head: { author: 'maya', featured: 'perhaps' }, body: 'Short.' });
    expect(faults()).toHaveLength(3);
  });
});

test('a future article is refused until its date', () => {
  const article = { slug: 'pencil', publishedAt: '2026-11-22' };
  expect(dateFaults([article], '2026-11-21')).toEqual(['pencil.md: publishedAt: 2026-11-22 is in the future']);
  expect(dateFaults([article], '2026-11-22')).toEqual([]);
});

test('links to existing pages are accepted', () => {
  write('pen', { head: { title: 'How to fill a pen' } });
  write('pencil', {
    body: `Begin [a](/blog/pen), [b](/#pricing), [c](/security), [d](https://example.com/a?b=c&d=e).\n\n${WORDS}`,
  });
  expect(faults()).toEqual([]);
  expect(readArticles(folder).find(({ slug }) => slug === 'pencil')?.html).toContain(
    '<a href="https://example.com/a?b=c&amp;d=e" rel="noopener">d</a>',
  );
});
