import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { endPauses, leaveOneRetry, sendEmails } from '#tests/support/jobs.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { IssueArticle } from './issues.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
let app: TestApp;
let articles: IssueArticle[];
beforeEach(async () => {
  articles = [];
  app = await createTestApp({ articles: () => articles });
});

const publish = (slug: string) =>
  articles.push({
    slug,
    title: `About ${slug}`,
    excerpt: 'Three sentences and one question.',
    author: 'Emmie',
    publishedAt: app.clock.current().toISOString(),
  });
const sent = (place: TestApp = app) => place.emails.map(({ to, subject }) => `${to}: ${subject}`);

async function aSubscriber(email = `${randomUUID()}@example.com`, confirmedAt: Date | null = app.clock.current()) {
  await app.db
    .insertInto('newsletter_subscribers')
    .values({
      id: randomUUID(),
      email,
      email_lower: email,
      asked_at: app.clock.current(),
      confirm_email_due: false,
      confirmed_at: confirmedAt,
      unsubscribe_token: randomUUID(),
    })
    .execute();
  return email;
}

/** Moves the clock forward, plans and sends. */
async function after(ms: number) {
  app.clock.advance(ms);
  await sendEmails(app);
}

describe('an issue', () => {
  test('goes once to everyone who subscribed before the article was published', async () => {
    const maya = await aSubscriber('maya@example.com');
    await aSubscriber('unconfirmed@example.com', null);
    app.clock.advance(DAY_MS);
    publish('welcome-mails');
    await aSubscriber('too-late@example.com');
    for (let index = 0; index < 3; index += 1) await after(11 * MINUTE_MS);
    expect(sent()).toEqual([`${maya}: About welcome-mails`]);
  });

  test('says what the article is about, links to it, and offers one-click unsubscribe', async () => {
    await aSubscriber();
    app.clock.advance(MINUTE_MS);
    publish('welcome-mails');
    await after(0);
    const [issue] = app.emails;
    expect(issue?.text).toContain('Read the article: http://localhost:3000/blog/welcome-mails');
    const way = /Unsubscribe: (\S+)/.exec(issue?.text ?? '')?.[1];
    expect(issue?.headers).toEqual({
      'List-Unsubscribe': `<${way}>, <mailto:support@tenfold.example?subject=Unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  test('is not sent before its article is published', async () => {
    await aSubscriber();
    articles.push({ slug: 'tomorrow', title: 'Soon', excerpt: '.', author: 'Emmie', publishedAt: '2026-11-17' });
    await after(MINUTE_MS);
    expect(sent()).toEqual([]);
    app.clock.set('2026-11-17T00:00:00Z');
    await after(0);
    expect(sent()).toHaveLength(1);
  });

  test('is sent once a month at most; of several articles only the newest is sent', async () => {
    const maya = await aSubscriber('maya@example.com');
    app.clock.advance(DAY_MS);
    publish('first');
    await after(MINUTE_MS);
    for (const slug of ['second', 'third']) {
      app.clock.advance(5 * DAY_MS);
      publish(slug);
      await after(11 * MINUTE_MS);
    }
    expect(sent()).toEqual([`${maya}: About first`]);
    await after(16 * DAY_MS);
    expect(sent()).toEqual([`${maya}: About first`, `${maya}: About third`]);
    for (let index = 0; index < 3; index += 1) await after(30 * DAY_MS);
    expect(sent()).toHaveLength(2);
  });

  test('is retried when the mail server is back and abandoned after a day, and the next article is still sent', async () => {
    const maya = await aSubscriber('maya@example.com');
    app.clock.advance(DAY_MS);
    publish('first');
    app.refusedMailboxes.add(maya);
    await after(MINUTE_MS);
    app.refusedMailboxes.clear();
    await endPauses(app.db);
    await after(6 * MINUTE_MS);
    expect(sent()).toEqual([`${maya}: About first`]);

    app.refusedMailboxes.add(maya);
    app.clock.advance(26 * DAY_MS);
    publish('second');
    await after(MINUTE_MS);
    await leaveOneRetry(app.db);
    await after(DAY_MS + MINUTE_MS);
    app.refusedMailboxes.clear();
    await after(MINUTE_MS);
    publish('third');
    await after(11 * MINUTE_MS);
    expect(sent()).toEqual([`${maya}: About first`, `${maya}: About third`]);
  });

  test('is sent by one of two processes', async () => {
    const other = await createTestApp({ keepData: true, clock: app.clock, articles: () => articles });
    for (let index = 0; index < 30; index += 1) await aSubscriber(`person-${index}@example.com`);
    app.clock.advance(MINUTE_MS);
    publish('first');
    await Promise.all([app, other, app, other].map((place) => sendEmails(place)));
    const all = [...sent(), ...sent(other)];
    expect(all).toHaveLength(30);
    expect(new Set(all).size).toBe(30);
  });

  test('does not go to people who have unsubscribed in the meantime', async () => {
    const maya = await aSubscriber('maya@example.com');
    app.clock.advance(MINUTE_MS);
    publish('first');
    app.refusedMailboxes.add(maya);
    await after(0);
    app.refusedMailboxes.clear();
    await app.db.deleteFrom('newsletter_subscribers').execute();
    await endPauses(app.db);
    await after(6 * MINUTE_MS);
    expect(sent()).toEqual([]);
  });
});
