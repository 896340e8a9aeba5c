import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeptPages, scriptHashes } from './kept-pages.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

function pages(html = '<h1>Hello</h1><script>start()</script>') {
  let drawn = 0;
  const kept = createKeptPages({
    draw: async () => {
      drawn += 1;
      return new Response(`${html}<i>${drawn}</i>`);
    },
    variantOf: async (request) => request.headers.get('x-theme') ?? '',
    policy: (scripts) => `script-src ${scripts}`,
  });
  const get = (headers: Record<string, string> = {}, path = '/') =>
    kept.answer(new Request(`http://localhost${path}`, { headers }), path);
  return { get, kept, drawn: () => drawn };
}

describe('a page that is the same for everybody', () => {
  test('is drawn once, however many ask at once, and once more for another theme', async () => {
    const { get, drawn } = pages();
    const texts = await Promise.all(
      [get(), get(), get({ 'x-theme': 'dark' })].map(async (page) => (await page).text()),
    );
    expect(drawn()).toBe(2);
    expect(texts[0]).toBe(texts[1]);
    expect(texts[2]).not.toBe(texts[0]);
  });

  test('lets exactly its own inline scripts run', async () => {
    const { headers } = await pages().get();
    expect(headers.get('content-security-policy')).toBe(`script-src ${hashOf('start()')}`);
    expect(scriptHashes('<script src="/a.js"></script><script type="module">b()</script>')).toBe(hashOf('b()'));
  });

  test('travels compressed when the browser can, and not at all when the browser has it', async () => {
    const { get } = pages('<p>words</p>'.repeat(200));
    const plain = await get();
    const small = await get({ 'accept-encoding': 'gzip, br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect((await small.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 4);
    const again = await get({ 'if-none-match': small.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('is drawn for each request when it has a query, or belongs to somebody', () => {
    const { kept } = pages();
    const isKept = (path: string) => kept.isKept(new Request(`http://localhost${path}`), path.split('?')[0] ?? '');
    expect(['/', '/terms'].map(isKept)).toEqual([true, true]);
    expect(['/?plan=pro', '/auth', '/dashboard'].map(isKept)).toEqual([false, false, false]);
  });
});
