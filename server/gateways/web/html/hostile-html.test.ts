import { expect, test } from 'vitest';
import { problemOf } from '#tests/support/web/pretend-web.ts';
import { readHtml } from './read-html.ts';
import { createHtmlReader, HTML_LIMITS } from './read-html-in-worker.ts';
import { createSections, PAGE_TEXT_MAX, PageTooLarge } from './sections.ts';
import { walkChildren } from './walk.ts';

const never = new AbortController().signal;

test.each([
  ['deep nesting', `${'<div>'.repeat(3_000)}<p>Deep</p>`],
  ['deep lists', '<ul><li>'.repeat(2_000)],
  ['deep tables', '<table><tr><td>'.repeat(700)],
  ['deep inline markup', '<b><i>'.repeat(1_500)],
  ['end tags without a start', '</div></p></table>'.repeat(20_000)],
  ['a tag that never ends', `<p ${'a="b" '.repeat(50_000)}`],
  ['an attribute without end', `<p class="${'x '.repeat(500_000)}`],
  ['a comment that never ends', `<!--${'-'.repeat(500_000)}`],
  ['a script that never ends', `<script>${'<'.repeat(500_000)}`],
  ['headings only', '<h1>A</h1>'.repeat(5_000)],
  ['an id without end', `<h1 id="${'x'.repeat(300_000)}">A</h1><p>Text</p>`],
  ['many cells across many columns', `<table><tr>${'<td colspan="1000">x</td>'.repeat(2_000)}</tr></table>`],
  ['entities', '&amp;'.repeat(40_000)],
  ['characters that can’t be stored', '<h1 id="a\u0000b">A\ud800</h1><p>\u0000\ud800\u0001 text</p>'],
  [
    'escaped characters that can’t be stored',
    String.raw`<script type="application/ld+json">{"@type":"Store","name":"A\u0000\ud800","telephone":"5\u00005"}</script><p>&#0;&#xd800;</p>`,
  ],
  ['a heading that is cut within a character', `<h1>${'x'.repeat(199)}😀</h1><p>Text</p>`],
])('%s breaks nothing', (_what, html) => {
  const { sections } = readHtml(html, 'https://a.com/');
  for (const { path, text, anchor } of sections) {
    for (const said of [text, ...path, anchor ?? ''])
      expect(said.isWellFormed() && !said.includes('\u0000')).toBe(true);
    expect(Math.max(...path.map((title) => title.length), anchor?.length ?? 0)).toBeLessThanOrEqual(200);
  }
});

test('a page with more text than a page has is refused', () => {
  expect(() => readHtml(`<p>${'x'.repeat(PAGE_TEXT_MAX + 1)}`, 'https://a.com/')).toThrow(PageTooLarge);
  const childNodes = Array.from({ length: 200_001 }, () => ({ nodeType: 8 }));
  const walk = { out: createSections(), footer: null, visited: { nodes: 0 }, isOneLine: false };
  expect(() => walkChildren({ nodeType: 1, childNodes }, walk, 0)).toThrow(PageTooLarge);
});

test('a page is read in a thread of its own, and what is too large is refused there', async () => {
  const read = createHtmlReader();
  expect(await read('<h1>Mugs</h1><p>$24</p>', 'https://a.com/', never)).toMatchObject({
    sections: [{ path: ['Mugs'], text: '$24' }],
  });
  expect(await problemOf(read('x'.repeat(PAGE_TEXT_MAX + 1), 'https://a.com/', never))).toBe('too_large');
});

test('a page that keeps the parser busy is given up, and the next one is read', async () => {
  const read = createHtmlReader({ ...HTML_LIMITS, timeoutMs: 600 });
  const hostile = read('<div>'.repeat(300_000), 'https://a.com/', never);
  const next = read('<p>Open on Saturdays.</p>', 'https://a.com/', never);
  expect(await problemOf(hostile)).toBe('unreadable');
  expect(await next).toMatchObject({ sections: [{ text: 'Open on Saturdays.' }] });
});

test('a page that takes too much memory ends its thread, not the process', async () => {
  const read = createHtmlReader({ ...HTML_LIMITS, memoryMb: 20 });
  expect(await problemOf(read('<p>a</p><b>c</b>'.repeat(120_000), 'https://a.com/', never))).toBe('unreadable');
});

test('a reader that stops waiting ends the thread, with its own reason', async () => {
  const stop = new AbortController();
  const reason = new Error('the job was stopped');
  const reading = createHtmlReader()('<div>'.repeat(300_000), 'https://a.com/', stop.signal);
  stop.abort(reason);
  await expect(reading).rejects.toBe(reason);
});
