import { expect, test } from 'vitest';
import { HtmlElement } from './dom.ts';
import { readHtml } from './read-html.ts';
import { createSections, PAGE_TEXT_MAX, PageTooLarge } from './sections.ts';
import { walkChildren } from './walk.ts';

test.each([
  ['deep nesting', `${'<div>'.repeat(990)}<p>Deep</p>`],
  ['deep lists', '<ul><li>'.repeat(490)],
  ['deep tables', '<table><tr><td>'.repeat(330)],
  ['deep inline markup', '<b><i>'.repeat(490)],
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

test.each([
  ['more text than a page has', `<p>${'x'.repeat(PAGE_TEXT_MAX + 1)}`],
  ['more elements than a page has', '<br>'.repeat(100_001)],
  ['more texts than a page has', '<br>x'.repeat(50_001)],
  ['elements deeper than any page nests', '<b>'.repeat(1_001)],
])('a page with %s is refused', (_what, html) => {
  expect(() => readHtml(html, 'https://a.com/')).toThrow(PageTooLarge);
});

test('elements that a page repeats are counted each time', () => {
  const childNodes = Array.from({ length: 200_001 }, () => new HtmlElement('br', null));
  const walk = { out: createSections(), footer: null, visited: { nodes: 0 }, isOneLine: false };
  expect(() => walkChildren({ childNodes }, walk, 0)).toThrow(PageTooLarge);
});
