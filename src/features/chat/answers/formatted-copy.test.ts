import { parseHTML } from 'linkedom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanHtml, copyFormatted, plainText, textAsHtml } from './formatted-copy.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a copied answer', () => {
  it('is in the clipboard as HTML and as plain text', async () => {
    const written: Record<string, Blob>[] = [];
    const remember = function item(parts: Record<string, Blob>) {
      written.push(parts);
    };
    vi.stubGlobal('ClipboardItem', remember);
    vi.stubGlobal('navigator', { clipboard: { write: vi.fn() } });
    await copyFormatted('<p>Hi</p>', 'Hi');
    expect(await written[0]?.['text/html']?.text()).toBe('<p>Hi</p>');
    expect(await written[0]?.['text/plain']?.text()).toBe('Hi');
  });

  it('is plain text where the browser takes nothing else', async () => {
    const writeText = vi.fn();
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await copyFormatted('<p>Hi</p>', 'Hi');
    expect(writeText).toHaveBeenCalledWith('Hi');
  });
});

describe('an answer copied from its page', () => {
  const bubbleOf = (html: string): Element =>
    parseHTML(`<div class="bubble md">${html}</div>`).document.documentElement;
  const answer = bubbleOf(`<span class="sr">Emmie: </span><h3 dir="auto">Offer</h3>
<p dir="auto"><span>Two </span><strong>new</strong><span> loaves<cite>1</cite>,
for you.</span></p>
<ul dir="auto"><li>Rye<ul><li>small</li></ul></li><li><p>Spelt</p></li></ul><ol start="3"><li>Bake</li></ol>
<div class="scroll-x"><table><tbody><tr><th>Item</th><th>Price</th></tr><tr><td>Rye</td><td>$9</td></tr></tbody></table></div>
<div class="code"><div class="code-head"><button>Copy</button></div><pre><code>a *b*
  c
</code></pre></div><p>See <a class="link" href="https://shop.example/x">the shop<small> (shop.example)</small></a>,
<a href="mailto:ana@shop.example">ana@shop.example</a>.<br>Bye</p>`);

  it('the plain text has no Markdown syntax', () => {
    expect(plainText(answer)).toBe(
      [
        'Offer',
        'Two new loaves, for you.',
        '• Rye\n  • small\n• Spelt',
        '3. Bake',
        'Item\tPrice\nRye\t$9',
        'a *b*\n  c',
        'See the shop (https://shop.example/x), ana@shop.example.\nBye',
      ].join('\n\n'),
    );
  });

  it('plain text leaves out struck-through text, because it can’t show the line', () => {
    const offer = bubbleOf('<p>Rye <del>$40</del> $32</p>');
    expect(plainText(offer)).toBe('Rye $32');
    expect(cleanHtml(offer)).toContain('<del>$40</del>');
  });

  it('the HTML has no elements that the page or its translation added', () => {
    const translated = bubbleOf(
      '<p dir="auto"><font style="x"><font>Zwei </font></font><strong class="y">neue</strong></p>',
    );
    expect(cleanHtml(translated)).toBe('<p dir="auto">Zwei <strong>neue</strong></p>');
  });
});

describe('a copied question', () => {
  it('is text, never markup, with its line breaks', () =>
    expect(textAsHtml('a < b\n<script>')).toBe('<p>a &lt; b<br>&lt;script&gt;</p>'));
});
