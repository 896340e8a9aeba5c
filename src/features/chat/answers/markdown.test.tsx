import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

const render = (text: string, isGrowing = false) =>
  renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} />);

describe('an answer as Markdown', () => {
  it('opens web addresses in a new tab without passing anything on', () => {
    expect(render('[shop](https://example.com)')).toContain(
      '<a class="link" href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">shop</a>',
    );
  });

  it('links an address that is only written down', () => {
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

  it('drops HTML', () => {
    const html = render(
      'Hello <img src=x onerror=alert(1)> <b>there</b>\n\n<script>alert(1)</script>\n\n<iframe src="https://example.com"></iframe>',
    );
    expect(html).not.toMatch(/<(img|script|iframe|b)\b/);
    expect(html).toContain('Hello');
  });

  it('never loads a picture and keeps its words', () => {
    expect(render('![Our kiln](https://example.com/spy.png)')).toBe('<p><span>Our kiln</span></p>');
    expect(render('![](https://example.com/spy.png)')).toBe('<p></p>');
  });

  it('starts its headings at h3 and skips no level', () => {
    expect(render('# A\n\n### B\n\n# C')).toMatch(/<h3>A<\/h3>\s*<h4>B<\/h4>\s*<h3>C<\/h3>/);
    expect(render('### Only')).toBe('<h3>Only</h3>');
  });

  it('lets a wide table scroll by keyboard and aligns numbers', () => {
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

  it('shows tasks without form fields', () => {
    const html = render('- [x] glaze\n- [ ] fire');
    expect(html).not.toContain('<input');
    expect(html).toContain('aria-label="Done"');
  });

  it('reads the same while it grows as when it is done', () => {
    const text = 'One\n\n- a\n- b\n\nTwo **bold**';
    const flat = (html: string) => html.replaceAll('\n', '');
    expect(flat(render(text, true))).toBe(flat(render(text)));
  });
});
