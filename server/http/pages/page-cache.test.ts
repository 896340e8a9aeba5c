import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loopTurnsDuring } from '#tests/support/loop-turns.ts';
import { createPageCache, inlineHashes } from './page-cache.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

function pages(html = '<style>b{}</style><h1>Hello</h1><script>start()</script>', status = 200) {
  let drawn = 0;
  const cache = createPageCache({
    policy: ({ scripts, styles }) => `script-src ${scripts}; style-src ${styles}`,
    readsQuery: (_path, query) => query.includes('q='),
  });
  const draw = async () => {
    drawn += 1;
    return new Response(`${html}<i>${drawn}</i>`, { status });
  };
  const get = (headers: Record<string, string> = {}, variant = ' guest') =>
    cache.answer(new Request('http://localhost/', { headers }), { path: '/', variant, draw });
  return { get, cache, drawn: () => drawn };
}

describe('a page that is the same for everyone', () => {
  test('is rendered once for any number of simultaneous requests, and again for another theme or a signed-in person', async () => {
    const { get, drawn } = pages();
    const answers = [get(), get(), get({}, 'dark guest'), get({}, ' member')];
    const texts = await Promise.all(answers.map(async (page) => (await page).text()));
    expect(drawn()).toBe(3);
    expect(texts[0]).toBe(texts[1]);
    expect(new Set(texts).size).toBe(3);
  });

  test('allows exactly its own inline scripts and styles', async () => {
    const { headers } = await pages().get();
    expect(headers.get('content-security-policy')).toBe(`script-src ${hashOf('start()')}; style-src ${hashOf('b{}')}`);
    const html =
      '<script src="/a.js"></script><script type="module">b()</script><script type="application/ld+json">{}</script>';
    expect(inlineHashes(html).scripts).toBe(hashOf('b()'));
  });

  test('is compressed without blocking other requests', async () => {
    const words = Array.from({ length: 1_000 }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
    expect(await loopTurnsDuring(() => pages(words.join(' ')).get())).toBeGreaterThan(5);
  });

  test('is sent compressed if the browser supports it, and not at all if it is cached there', async () => {
    const { get } = pages('<p>words</p>'.repeat(200));
    const plain = await get();
    const small = await get({ 'accept-encoding': 'gzip, br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect((await small.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 4);
    const again = await get({ 'if-none-match': small.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test.each([302, 404, 500])(
    'is not cached when it answers %i, even if several requests wait for it',
    async (status) => {
      const { get, drawn } = pages('elsewhere', status);
      const both = await Promise.all([get(), get()]);
      expect(both.map((answer) => answer.status)).toEqual([status, status]);
      expect(await both[1]?.text()).toContain('elsewhere');
      await get();
      expect(drawn()).toBe(2);
    },
  );

  test('is rendered per request if its routes read the query, or if it belongs to someone', () => {
    const { cache } = pages();
    const isCached = (target: string) => {
      const [path = '', query = ''] = target.split('?');
      return cache.isCached(path, query);
    };
    for (const target of ['/', '/terms', '/blog', '/blog/a-title', '/?utm_source=x', '/blog/a-title?utm_source=x'])
      expect(isCached(target), target).toBe(true);
    for (const target of ['/blog?q=mail', '/blog?utm_source=x&q=mail', '/auth', '/dashboard', '/status', '/blog/A%20b'])
      expect(isCached(target), target).toBe(false);
  });

  test('is found by every URL that means it once it has been rendered, and by no other', async () => {
    const { cache, get } = pages();
    const find = cache.finderFor(' guest');
    expect(find('/')).toBeUndefined();
    await get();
    const page = find('/');
    expect(page).toBeDefined();
    for (const target of ['/?', '/?utm_source=x', '/?a&b=%ff&c=%', '/?__proto__=1', '/??', `/?x=${'a'.repeat(9_000)}`])
      expect(find(target), target).toBe(page);
    const others = ['', '?', '//', '//?a', '/?q=mail', '/?a#b', '/#', '*', 'http://localhost/', 'http://localhost/?a'];
    for (const target of others) expect(find(target), target).toBeUndefined();
    expect(cache.finderFor('dark guest')('/?utm_source=x')).toBeUndefined();
  });
});
