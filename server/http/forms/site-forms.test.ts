import { beforeEach, describe, expect, test } from 'vitest';
import { sendEmails } from '#tests/support/jobs.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const ORIGIN = 'http://localhost:3000';
const FOREIGN = 'https://mail.example';
const MAYA = 'maya@fernandkiln.example';
const MESSAGE = 'Do you have a price for two shops?';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** What a browser without scripts sends. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: ORIGIN }) =>
  app.app.request(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
const leadsTo = (response: Response) => [response.status, response.headers.get('location')];
const subscribers = () => app.db.selectFrom('newsletter_subscribers').selectAll().execute();
const linkIn = (path: string) =>
  app.emails.findLast(({ text }) => text.includes(path))?.text.match(/http:\S+token=[\w-]+/)?.[0] ?? '';
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

async function aSubscriber() {
  await post('/newsletter', { email: MAYA });
  await sendEmails(app);
  await post('/newsletter/confirm', { token: tokenOf(linkIn('/newsletter/confirm')) });
  const [row] = await subscribers();
  return `/newsletter/unsubscribe?token=${row?.unsubscribe_token}`;
}

describe('the newsletter without scripts', () => {
  test('works from the form through the email to the confirmation', async () => {
    expect(leadsTo(await post('/newsletter', { email: ` ${MAYA} ` }))).toEqual([303, '/newsletter?state=sent']);
    await sendEmails(app);
    const token = tokenOf(linkIn('/newsletter/confirm'));
    expect(leadsTo(await post('/newsletter/confirm', { token }))).toEqual([303, '/newsletter?state=confirmed']);
    const [row] = await subscribers();
    expect(row?.confirmed_at).not.toBeNull();
    expect(leadsTo(await post('/newsletter/confirm', { token }))).toEqual([
      303,
      '/newsletter?state=NEWSLETTER_LINK_INVALID',
    ]);
  });

  test('is not confirmed by a program that only opens the link', async () => {
    await post('/newsletter', { email: MAYA });
    await sendEmails(app);
    const link = new URL(linkIn('/newsletter/confirm'));
    for (const method of ['GET', 'HEAD']) await app.app.request(link.pathname + link.search, { method });
    expect(await subscribers()).toMatchObject([{ confirmed_at: null }]);
  });

  test('returns the form with an error for an invalid address, and an error page for an invalid token', async () => {
    const refused = await post('/newsletter', { email: 'maya@kiln' });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.json()).toMatchObject({
      error: { values: { email: 'maya@kiln' }, problems: { email: 'Please enter a valid email address' } },
    });
    for (const token of ['', 'x'.repeat(300), 'unknown'])
      expect(leadsTo(await post('/newsletter/confirm', { token }))[1]).toBe(
        '/newsletter?state=NEWSLETTER_LINK_INVALID',
      );
  });

  test('rejects a form from another site', async () => {
    for (const path of ['/newsletter', '/newsletter/confirm', '/contact'])
      expect((await post(path, { email: MAYA }, { origin: FOREIGN })).status).toBe(403);
    expect(await subscribers()).toEqual([]);
  });
});

describe('the forms of sign-in, submitted before the app has loaded', () => {
  const TYPED = { email: MAYA, password: 'a-secret-of-maya' };

  test.each([
    ['/auth', '/auth?problem=FORM_NOT_READY'],
    ['/auth?plan=pro&redirect=%2Fblog&problem=OLD', '/auth?plan=pro&redirect=%2Fblog&problem=FORM_NOT_READY'],
    ['/auth/forgot', '/auth/forgot'],
    ['/auth/reset?token=abc', '/auth/reset?token=abc'],
    ['/auth/challenge?redirect=%2Fblog', '/auth/challenge?redirect=%2Fblog'],
  ])('%s leads back to the page, without what was typed', async (path, page) => {
    const response = await post(path, TYPED);
    expect(leadsTo(response)).toEqual([303, page]);
    expect(`${JSON.stringify([...response.headers])}${await response.text()}`).not.toMatch(/a-secret|maya/);
  });

  test('signs nobody in, and another site can’t do it', async () => {
    const response = await post('/auth', TYPED);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await post('/auth', TYPED, { origin: FOREIGN })).status).toBe(403);
  });
});

describe('one-click unsubscribe (RFC 8058)', () => {
  const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };

  test.each([
    ['from the program’s own site', { origin: FOREIGN, 'sec-fetch-site': 'cross-site' }],
    ['from nowhere', {}],
    ['from a frame without an origin', { origin: 'null' }],
  ])('works %s, without a redirect', async (_, headers) => {
    const way = await aSubscriber();
    const response = await post(way, ONE_CLICK, headers);
    expect([response.status, await response.text()]).toEqual([200, 'Unsubscribed.']);
    expect(await subscribers()).toEqual([]);
  });

  test('works with the other form encoding', async () => {
    const way = await aSubscriber();
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const response = await app.app.request(way, { method: 'POST', headers: { origin: FOREIGN }, body });
    expect(response.status).toBe(200);
    expect(await subscribers()).toEqual([]);
  });

  test('answers an unknown token the same way', async () => {
    const response = await post('/newsletter/unsubscribe?token=unknown', ONE_CLICK, { origin: FOREIGN });
    expect([response.status, await response.text()]).toEqual([200, 'Unsubscribed.']);
  });

  test.each(['', 'x'.repeat(300), '%00', "a'b"])('says that an incomplete token (%j) did nothing', async (token) => {
    const path = `/newsletter/unsubscribe?token=${token}`;
    expect((await post(path, ONE_CLICK, { origin: FOREIGN })).status).toBe(400);
    expect(leadsTo(await post(path, {}))).toEqual([303, '/newsletter?state=NEWSLETTER_LINK_INVALID']);
  });

  test('takes a click on the page’s button; opening the page does nothing', async () => {
    const way = await aSubscriber();
    await app.app.request(way);
    expect(await subscribers()).toHaveLength(1);
    const [path = '', token = ''] = way.split('?token=');
    expect(leadsTo(await post(path, { token }))).toEqual([303, '/newsletter?state=unsubscribed']);
    expect(await subscribers()).toEqual([]);
  });

  test('opens no other path to other sites, and rejects a large body', async () => {
    expect((await post('/newsletter/unsubscribe/x?token=a', ONE_CLICK, { origin: FOREIGN })).status).toBe(403);
    expect((await post('/newsletter/unsubscribe?token=a', { a: 'x'.repeat(20_000) }, { origin: FOREIGN })).status).toBe(
      413,
    );
  });
});

describe('the contact form without scripts', () => {
  const FIELDS = { name: 'Maya', email: MAYA, topic: 'setup', message: MESSAGE, leave_empty: '' };

  test('leads to the confirmation page', async () => {
    expect(leadsTo(await post('/contact', FIELDS))).toEqual([303, '/contact?state=sent']);
    expect(await app.db.selectFrom('contact_messages').select(['topic', 'message']).execute()).toEqual([
      { topic: 'setup', message: MESSAGE },
    ]);
  });

  test('comes back with everything that was typed', async () => {
    const refused = await post('/contact', { ...FIELDS, email: '', message: 'Short' });
    expect(await refused.json()).toMatchObject({
      error: {
        path: '/contact',
        values: { name: 'Maya', email: '', topic: 'setup', message: 'Short' },
        problems: { email: 'Email is required', message: expect.stringContaining('at least 10 characters') },
        problem: null,
      },
    });
  });

  test('comes back with an error after too many messages', async () => {
    for (let index = 0; index < 5; index += 1) await post('/contact', { ...FIELDS, message: `${MESSAGE} ${index}` });
    const refused = await post('/contact', FIELDS);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { values: { message: MESSAGE }, problems: {}, problem: expect.stringContaining('Too many attempts') },
    });
  });

  test('comes back when it arrives empty', async () => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json' };
    const refused = await app.app.request('/contact', { method: 'POST', headers, body: '{"email":"a@b.example"}' });
    expect(refused.status).toBe(400);
  });
});
