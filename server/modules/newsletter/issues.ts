import { NEWSLETTER_PAUSE_DAYS } from '#contract/site/newsletter-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as deliveries from '#db/queries/site/newsletter-deliveries.ts';
import { newsletterIssueEmail } from '#server/content/emails/newsletter-emails.ts';
import type { UnsubscribeLinks } from '#server/content/emails/unsubscribe-headers.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { sendUnlessRefused } from '#server/lib/email/mail-refusal.ts';

/** What a newsletter issue says about an article. `publishedAt` is a day or a moment in ISO 8601. */
export type IssueArticle = { slug: string; title: string; excerpt: string; author: string; publishedAt: string };

/** How long an issue is tried; then its subscriber may get the next one. */
const TRIED_MS = DAY_MS;
const PLANNED_PER_STATEMENT = 5_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  listArticles: () => IssueArticle[];
  unsubscribeLinks: (unsubscribeToken: string) => UnsubscribeLinks;
  publicUrl: string;
};

/** Sends the newest article once to everyone who subscribed before it was published, and never two issues within a month. */
export function createIssues({ db, clock, mail, listArticles, unsubscribeLinks, publicUrl }: Dependencies) {
  const pauseFrom = (now: Date) => new Date(now.getTime() - NEWSLETTER_PAUSE_DAYS * DAY_MS);

  function newestArticle(now: Date): { slug: string; publishedAt: Date } | undefined {
    const published = listArticles()
      .map(({ slug, publishedAt }) => ({ slug, publishedAt: new Date(publishedAt) }))
      .filter(({ publishedAt }) => publishedAt <= now);
    return published.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())[0];
  }

  return {
    /** Plans the newest article. Articles skipped in the meantime stay on the blog. */
    plan: async (): Promise<void> => {
      const now = await clock.now();
      const newest = newestArticle(now);
      if (!newest) return;
      const triedFrom = new Date(now.getTime() - TRIED_MS);
      const batch = { ...newest, now, pauseFrom: pauseFrom(now), triedFrom, limit: PLANNED_PER_STATEMENT };
      while ((await deliveries.addDeliveries(db, batch)) === PLANNED_PER_STATEMENT);
    },

    /** Sends an issue to a subscriber, unless that was done. */
    sendIssue: async (key: Payload<'newsletter-issue'>): Promise<void> => {
      const due = await deliveries.findDueDelivery(db, key, pauseFrom(await clock.now()));
      if (!due) return;
      const { subscriberId, slug } = key;
      const article = listArticles().find((one) => one.slug === slug);
      // A newer version of the product may know it.
      if (!article) throw new Error(`no article ${slug}`);
      const url = `${publicUrl}/blog/${encodeURIComponent(slug)}`;
      const email = newsletterIssueEmail(due.email, { ...article, url }, unsubscribeLinks(due.unsubscribeToken));
      await sendUnlessRefused(() => mail.send({ ...email, id: `newsletter issue ${subscriberId} ${slug}` }));
      await deliveries.noteDelivered(db, key, await clock.now());
    },
  };
}
