import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { OwnSiteProvider } from '../own-site.ts';
import { Markdown } from './markdown.tsx';

const renderFully = (text: string, isGrowing = false) =>
  renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} />);
/** Without the direction, which every block has. */
const render = (text: string, isGrowing = false) => renderFully(text, isGrowing).replaceAll(' dir="auto"', '');

describe('an answer as Markdown', () => {
  it('opens web links in a new tab without a referrer or an opener', () => {
    expect(render('[shop](https://example.com)')).toContain(
      '<a class="link" href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">shop<small class="muted" dir="ltr"> (example.com)</small></a>',
    );
  });

  it.each([
    ['[**our** `prices`](https://evil.example/x)', 'evil.example'],
    ['[paypal.com](https://evil.example)', 'evil.example'],
    ['[![evil.example](https://evil.example/a.png) paypal.com](https://evil.example)', 'evil.example'],
    ['[Write to us](mailto:thief@evil.example)', 'thief@evil.example'],
  ])('shows where a link leads behind its words: %s', (text, target) => {
    expect(render(text)).toContain(`<small class="muted" dir="ltr"> (${target})</small></a>`);
  });

  it.each([
    '[our prices](https://www.fernandkiln.example/prices)',
    '[see evil.example](https://evil.example/x)',
    'https://evil.example/x',
    '<thief@evil.example>',
  ])('shows nothing behind words that name it, or behind a link to the business’s own website: %s', (text) => {
    const html = renderToStaticMarkup(
      <OwnSiteProvider value="fernandkiln.example/">
        <Markdown text={text} isGrowing={false} />
      </OwnSiteProvider>,
    );
    expect(html).toContain('<a class="link"');
    expect(html).not.toContain('<small');
  });

  it('reads a text full of openings that nothing closes once, not once for each', () => {
    // Far beyond the test's time limit if each were followed to the end.
    expect(render('\\(a '.repeat(20_000))).toHaveLength('<p></p>'.length + '(a '.length * 20_000 - 1);
  });

  it('lets each block read in the direction of its text', () => {
    expect(renderFully('שלום\n\n- Hello\n\n`code`')).toBe(
      '<p dir="auto">שלום</p>\n<ul dir="auto">\n<li>Hello</li>\n</ul>\n<p dir="auto"><code translate="no">code</code></p>',
    );
  });

  it('links a bare URL', () => {
    expect(render('See https://example.com')).toContain('href="https://example.com"');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,AAAA)',
    '[x](/dashboard)',
  ])('%s stays plain text', (text) => {
    expect(render(text)).toBe('<p><span>x</span></p>');
  });

  it.each([
    ['Put it into <title>, not <h1>.', '<p>Put it into &lt;title&gt;, not &lt;h1&gt;.</p>'],
    ['If a<b>c and <b>*d*</b>', '<p><span>If a&lt;b&gt;c and &lt;b&gt;</span><em>d</em><span>&lt;/b&gt;</span></p>'],
    ['<div>\n**bold**\n</div>', '<p><span>&lt;div&gt;\n</span><strong>bold</strong><span>\n&lt;/div&gt;</span></p>'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<!-- a note -->', '<p>&lt;!-- a note --&gt;</p>'],
  ])('shows HTML as text: %s', (text, html) => {
    expect(render(text)).toBe(html);
  });

  it.each([
    ['\\( a_1 \\, b_2 \\)', '<p>\\( a_1 \\, b_2 \\)</p>'],
    ['So \\(x*y*z\\) holds, \\*not bold\\*.', '<p>So \\(x*y*z\\) holds, *not bold*.</p>'],
    ['\\[\nE = \\{mc^2\\}\n\\]', '<p>\\[\nE = \\{mc^2\\}\n\\]</p>'],
    ['\\(never closed, \\*so\\*', '<p>(never closed, *so*</p>'],
    ['\\[a\n\nnew paragraph\\]', '<p>[a</p>\n<p>new paragraph]</p>'],
  ])('leaves math as it was written: %j', (text, html) => {
    expect(render(text)).toBe(html);
  });

  it('never loads an image and keeps its alt text', () => {
    expect(render('![Our kiln](https://example.com/spy.png)')).toBe('<p><span>Our kiln</span></p>');
    expect(render('![](https://example.com/spy.png)')).toBe('<p></p>');
  });

  it('starts its headings at h3 and skips no level', () => {
    expect(render('# A\n\n### B\n\n# C')).toMatch(/<h3>A<\/h3>\s*<h4>B<\/h4>\s*<h3>C<\/h3>/);
    expect(render('### Only')).toBe('<h3>Only</h3>');
  });

  it('makes a wide table scrollable by keyboard and aligns numbers', () => {
    const html = render('| Item | Price |\n|---|--:|\n| Mug | 12 |');
    expect(html).toContain('<div class="scroll-x" role="group" aria-label="Table" tabindex="0"><table class="table">');
    expect(html).toContain('<th scope="col" class="r">Price</th>');
    expect(html).toContain('<td class="r">12</td>');
    expect(html).not.toContain('style=');
  });

  it('names the language of code and offers to copy it', () => {
    const html = render('```ts\nconst a = 1 < 2;\n```');
    expect(html).toContain('<span>ts</span>');
    expect(html).toContain('aria-label="Copy code"');
    expect(html).toContain('const a = 1 &lt; 2;');
  });

  it('shows task lists without form fields', () => {
    const html = render('- [x] glaze\n- [ ] fire');
    expect(html).not.toContain('<input');
    expect(html).toContain('aria-label="Done"');
  });

  it.each([
    ['**「焼きたて」**のパン', '<strong>「焼きたて」</strong><span>のパン</span>'],
    ['毎朝**7時（土曜は8時）**に開店', '<span>毎朝</span><strong>7時（土曜は8時）</strong><span>に開店</span>'],
    ['価格は**980円。**税込です', '<span>価格は</span><strong>980円。</strong><span>税込です</span>'],
    ['**“新品”**已到货', '<strong>“新品”</strong><span>已到货</span>'],
    ['**스콘(scone)**은 3,000원', '<strong>스콘(scone)</strong><span>은 3,000원</span>'],
    [
      '2*3*4 und **fett**, sonst nichts',
      '<span>2</span><em>3</em><span>4 und </span><strong>fett</strong><span>, sonst nichts</span>',
    ],
    ['a ** b ** c', 'a ** b ** c'],
  ])('makes words bold beside Japanese, Chinese and Korean signs: %s', (text, html) => {
    expect(render(text)).toBe(`<p>${html}</p>`);
  });

  it('text next to elements gets an element of its own, so a browser translation can’t break it', () => {
    expect(render('Call **Ana** by 5.')).toBe('<p><span>Call </span><strong>Ana</strong><span> by 5.</span></p>');
    expect(render('- Bread\n  - Rye')).toMatch(/<li><span>Bread\s*<\/span>\s*<ul>/);
  });

  it('renders the same while it grows as when it is done', () => {
    const text = 'One\n\n- a\n- b\n\nTwo **bold**';
    const flat = (html: string) => html.replaceAll('\n', '');
    expect(flat(render(text, true))).toBe(flat(render(text)));
  });
});
