import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyFormatted, textAsHtml } from './formatted-copy.ts';

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

describe('a copied question', () => {
  it('is text, never markup, with its line breaks', () =>
    expect(textAsHtml('a < b\n<script>')).toBe('<p>a &lt; b<br>&lt;script&gt;</p>'));
});
