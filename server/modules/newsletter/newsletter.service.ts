import { randomUUID } from 'node:crypto';
import {
  NEWSLETTER_LINK_DAYS,
  NEWSLETTER_EMAILS_PER_DAY,
  NEWSLETTER_UNCONFIRMED_DAYS,
} from '#contract/site/newsletter-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { listDeliveriesTo } from '#db/queries/site/newsletter-deliveries.ts';
import * as subscribers from '#db/queries/site/newsletter.ts';
import { alreadySubscribedEmail, newsletterConfirmationEmail } from '#server/content/emails/newsletter-emails.ts';
import type { UnsubscribeLinks } from '#server/content/emails/unsubscribe-headers.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { mailboxForLimits, normalizeEmail } from '#server/lib/email/email-address.ts';
import { sendUnlessRefused } from '#server/lib/email/mail-refusal.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { randomToken, sha256, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { createIssues, type IssueArticle } from './issues.ts';

type Counted = 'newsletter:address' | 'newsletter:mailbox' | 'newsletter-link:address';
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  attempts: {
    count: (kind: Counted, subject: string) => Promise<void>;
    countAgainstSharedCap: (cap: 'newsletter', address: string) => Promise<void>;
  };
  /** Creates the tokens of confirmation links. */
  hash: KeyedHash;
  listArticles: () => IssueArticle[];
  publicUrl: string;
  /** Where to unsubscribe by email, for email clients that can't post. */
  supportEmail: string;
};

const startOfDay = (now: Date) => Math.floor(now.getTime() / DAY_MS) * DAY_MS;

/** The newsletter, with double opt-in. */
export function createNewsletter(dependencies: Dependencies) {
  const { db, clock, mail, attempts, hash, publicUrl, supportEmail } = dependencies;
  const unsubscribeLinks = (token: string): UnsubscribeLinks => ({
    url: `${publicUrl}/newsletter/unsubscribe?token=${token}`,
    mailto: supportEmail,
  });
  const issues = createIssues({ ...dependencies, unsubscribeLinks });

  /** Within a day the link stays the same however often it is sent, so that each of the emails works. */
  async function confirmationEmail(id: string, to: string): Promise<OutgoingEmail | null> {
    const expiresAt = new Date(startOfDay(await clock.now()) + (NEWSLETTER_LINK_DAYS + 1) * DAY_MS);
    const token = hash(`${id} ${expiresAt.toISOString()}`);
    if (!(await subscribers.setConfirmLink(db, { id, tokenHash: sha256(token), expiresAt }))) return null;
    return newsletterConfirmationEmail(to, `${publicUrl}/newsletter/confirm?token=${token}`);
  }

  return {
    /** Known and unknown addresses get the same answer after the same statements; a job sends the email. */
    subscribe: async (email: string, client: Client): Promise<void> => {
      const mailbox = normalizeEmail(email);
      await attempts.count('newsletter:address', client.address);
      await attempts.count('newsletter:mailbox', mailboxForLimits(email));
      await attempts.countAgainstSharedCap('newsletter', client.address);
      const now = await clock.now();
      await subscribers.requestSubscription(db, {
        id: randomUUID(),
        email,
        mailbox,
        unsubscribeToken: randomToken(),
        now,
        dayBegan: new Date(startOfDay(now)),
        emailsPerDay: NEWSLETTER_EMAILS_PER_DAY,
      });
    },

    /** Uses up the link in the email. */
    confirm: async (token: string, client: Client): Promise<void> => {
      await attempts.count('newsletter-link:address', client.address);
      if (!(await subscribers.confirmSubscription(db, sha256(token), await clock.now())))
        throw new AppError('NEWSLETTER_LINK_INVALID');
    },

    /**
     * Works by the token in a newsletter issue, which can't be guessed, so it isn't rate-limited: one mail provider unsubscribes many
     * people from one address. An unknown token gets the same answer as a used one.
     */
    unsubscribe: (token: string): Promise<void> => subscribers.deleteSubscriptionByToken(db, token),

    /** Called inside the transaction that removes the account of this address. */
    forget: (trx: Db, email: string): Promise<void> => subscribers.deleteSubscriptionOf(trx, normalizeEmail(email)),

    /** What is stored about the owner of a mailbox, for their download. */
    subscriptionOf: async (email: string) => {
      const mailbox = normalizeEmail(email);
      const subscription = await subscribers.findSubscription(db, mailbox);
      return subscription ? { ...subscription, issues: await listDeliveriesTo(db, mailbox) } : null;
    },

    /** Emails somebody who signed up, unless that was done. */
    sendConfirmation: async ({ id }: Payload<'newsletter-confirmation'>): Promise<void> => {
      const due = await subscribers.findDueConfirmation(db, id);
      if (!due) return;
      const { email: to, askedAt, askedTimes, isConfirmed, unsubscribeToken } = due;
      const email = isConfirmed
        ? alreadySubscribedEmail(to, unsubscribeLinks(unsubscribeToken))
        : await confirmationEmail(id, to);
      const occasion = `${askedAt.toISOString().slice(0, 10)} ${askedTimes}`;
      if (email) await sendUnlessRefused(() => mail.send({ ...email, id: `newsletter ${id} ${occasion}` }));
      await subscribers.noteConfirmationEmailed(db, id);
    },
    planIssues: issues.plan,
    sendIssue: issues.sendIssue,

    purge: async (): Promise<void> => {
      const now = await clock.now();
      const before = new Date(now.getTime() - NEWSLETTER_UNCONFIRMED_DAYS * DAY_MS);
      await subscribers.deleteUnconfirmedSubscriptions(db, before);
    },
  };
}
export type NewsletterService = ReturnType<typeof createNewsletter>;
