import { NEWSLETTER_PAUSE_DAYS } from '#contract/site/newsletter-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { claimChore, finishChore } from '#db/queries/chores.ts';
import * as letters from '#db/queries/newsletter-letters.ts';
import { letterMail, type WayOut } from '#server/content/mails/newsletter-mails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Log } from '#server/lib/log.ts';
import { sendUnlessRefused } from '#server/lib/mail-refusal.ts';
import { MAIL_TRIED_MS, mailRound } from '#server/lib/mail-round.ts';

/** What a letter tells of an article. `publishedAt` is a day or a moment in ISO 8601. */
export type LetterArticle = { slug: string; title: string; excerpt: string; author: string; publishedAt: string };

const CHORE = 'newsletter letters';
/** How often it is asked whether an article is to be sent, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000;
const LOOK_LEASE_MS = 5 * 60_000;
const PLANNED_AT_ONCE = 5_000;
/** Rounds of mails in one sweep: thousands of letters must not keep a link waiting that somebody has just asked for. */
const ROUNDS_AT_ONCE = 20;

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  listArticles: () => LetterArticle[];
  wayOut: (unsubscribeToken: string) => WayOut;
  publicUrl: string;
  log: Log;
};

/** Sends the newest article once to everybody who was subscribed before it, and never two letters within a month. */
export function createLetters({ db, clock, mail, listArticles, wayOut, publicUrl, log }: Dependencies) {
  const pauseFrom = (now: Date) => new Date(now.getTime() - NEWSLETTER_PAUSE_DAYS * DAY_MS);

  function newestArticle(now: Date): { slug: string; publishedAt: Date } | undefined {
    const published = listArticles()
      .map(({ slug, publishedAt }) => ({ slug, publishedAt: new Date(publishedAt) }))
      .filter(({ publishedAt }) => publishedAt <= now);
    return published.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())[0];
  }

  /** One process looks every few minutes. Each article that was passed over meanwhile stays on the blog. */
  async function plan(): Promise<void> {
    const now = await clock.now();
    if (!(await claimChore(db, CHORE, { now, everyMs: LOOK_EVERY_MS, leaseMs: LOOK_LEASE_MS }))) return;
    const newest = newestArticle(now);
    if (newest) {
      const triedFrom = new Date(now.getTime() - MAIL_TRIED_MS);
      const wish = { ...newest, now, pauseFrom: pauseFrom(now), triedFrom, limit: PLANNED_AT_ONCE };
      while ((await letters.addLetters(db, wish)) === PLANNED_AT_ONCE);
    }
    await finishChore(db, CHORE, now);
  }

  async function sendOne({ subscriberId, slug, email, unsubscribeToken }: letters.DueLetter): Promise<void> {
    const article = listArticles().find((one) => one.slug === slug);
    if (!article) return;
    const url = `${publicUrl}/blog/${encodeURIComponent(slug)}`;
    await sendUnlessRefused(() => mail.send(letterMail(email, { ...article, url }, wayOut(unsubscribeToken))));
    await letters.noteLetterSent(db, { subscriberId, slug }, await clock.now());
  }

  async function round(): Promise<boolean> {
    const now = await clock.now();
    const slugs = listArticles().map(({ slug }) => slug);
    return mailRound(now, {
      take: (wish) => letters.takeDueLetters(db, { ...wish, slugs, pauseFrom: pauseFrom(now) }),
      send: sendOne,
      failed: ({ slug }, error) => log.warn({ event: 'letter not sent', slug, err: error }, 'letter not sent'),
    });
  }

  return {
    sweep: async (): Promise<void> => {
      await plan();
      for (let index = 0; index < ROUNDS_AT_ONCE; index += 1) if (!(await round())) return;
    },
  };
}
