import { randomUUID } from 'node:crypto';
import {
  NEWSLETTER_LINK_DAYS,
  NEWSLETTER_MAILS_PER_DAY,
  NEWSLETTER_UNCONFIRMED_DAYS,
} from '#contract/site/newsletter-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { listLettersTo } from '#db/queries/newsletter-letters.ts';
import * as subscribers from '#db/queries/newsletter.ts';
import {
  alreadySubscribedMail,
  newsletterConfirmationMail,
  type WayOut,
} from '#server/content/mails/newsletter-mails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { mailboxForLimits, normalizeEmail } from '#server/lib/email-address.ts';
import type { Log } from '#server/lib/log.ts';
import { sendUnlessRefused } from '#server/lib/mail-refusal.ts';
import { mailRound } from '#server/lib/mail-round.ts';
import { randomToken, sha256, type KeyedHash } from '#server/lib/secrets.ts';
import { createUnderWay } from '#server/lib/under-way.ts';
import { createLetters, type LetterArticle } from './letters.ts';

type Counted = 'newsletter:address' | 'newsletter:mailbox' | 'newsletter-link:address';
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  attempts: {
    count: (kind: Counted, subject: string) => Promise<void>;
    countForEveryone: (cap: 'newsletter', address: string) => Promise<void>;
  };
  /** Makes the tokens of links that confirm. */
  hash: KeyedHash;
  listArticles: () => LetterArticle[];
  publicUrl: string;
  /** Where somebody unsubscribes whose mail program only writes mails. */
  supportEmail: string;
  log: Log;
};

const startOfDay = (now: Date) => Math.floor(now.getTime() / DAY_MS) * DAY_MS;

/** The letter of the blog, by double opt-in. */
export function createNewsletter(dependencies: Dependencies) {
  const { db, clock, mail, attempts, hash, publicUrl, supportEmail, log } = dependencies;
  const wayOut = (token: string): WayOut => ({
    url: `${publicUrl}/newsletter/unsubscribe?token=${token}`,
    mailto: supportEmail,
  });
  const letters = createLetters({ ...dependencies, wayOut });
  const underWay = createUnderWay();

  /** On one day it is the same link however often it is sent, so that each of the mails works. */
  async function mailLink(id: string, email: string): Promise<void> {
    const expiresAt = new Date(startOfDay(await clock.now()) + (NEWSLETTER_LINK_DAYS + 1) * DAY_MS);
    const token = hash(`${id} ${expiresAt.toISOString()}`);
    if (!(await subscribers.setConfirmLink(db, { id, tokenHash: sha256(token), expiresAt }))) return;
    const letter = newsletterConfirmationMail(email, `${publicUrl}/newsletter/confirm?token=${token}`);
    await sendUnlessRefused(() => mail.send(letter));
  }

  async function sendOne({ id, email, isConfirmed, unsubscribeToken }: subscribers.DueConfirmation): Promise<void> {
    if (isConfirmed) await sendUnlessRefused(() => mail.send(alreadySubscribedMail(email, wayOut(unsubscribeToken))));
    else await mailLink(id, email);
    await subscribers.noteConfirmationMailed(db, id);
  }

  const round = async (): Promise<boolean> =>
    mailRound(await clock.now(), {
      take: (wish) => subscribers.takeDueConfirmations(db, wish),
      send: sendOne,
      failed: (_, error) => log.warn({ event: 'newsletter mail not sent', err: error }, 'newsletter mail not sent'),
    });

  async function sweep(): Promise<void> {
    while (await round());
    await letters.sweep();
  }

  return {
    /** The same answer after the same statements, whatever the address is to us; the mail goes out by the sweep. */
    subscribe: async (email: string, client: Client): Promise<void> => {
      const mailbox = normalizeEmail(email);
      await attempts.count('newsletter:address', client.address);
      await attempts.count('newsletter:mailbox', mailboxForLimits(email));
      await attempts.countForEveryone('newsletter', client.address);
      const now = await clock.now();
      await subscribers.askForLetters(db, {
        id: randomUUID(),
        email,
        mailbox,
        unsubscribeToken: randomToken(),
        now,
        dayBegan: new Date(startOfDay(now)),
        mailsPerDay: NEWSLETTER_MAILS_PER_DAY,
      });
    },

    /** Uses the link of the mail up. */
    confirm: async (token: string, client: Client): Promise<void> => {
      await attempts.count('newsletter-link:address', client.address);
      if (!(await subscribers.confirmSubscription(db, sha256(token), await clock.now())))
        throw new AppError('NEWSLETTER_LINK_INVALID');
    },

    /**
     * By the token of a letter, which nobody guesses: so it is not limited, because one mail provider unsubscribes many
     * people from one address. An unknown token is as good as one that did its work.
     */
    unsubscribe: (token: string): Promise<void> => subscribers.deleteSubscriptionByToken(db, token),

    /** Inside the transaction that removes the account of this address. */
    forget: (trx: Db, email: string): Promise<void> => subscribers.deleteSubscriptionOf(trx, normalizeEmail(email)),

    /** What is kept of the owner of a mailbox, for their download. */
    subscriptionOf: async (email: string) => {
      const mailbox = normalizeEmail(email);
      const subscription = await subscribers.findSubscription(db, mailbox);
      return subscription ? { ...subscription, letters: await listLettersTo(db, mailbox) } : null;
    },

    /** Mails links and letters that are due. Runs every few seconds, in any number of processes. */
    sweep: (): Promise<void> => underWay.track(sweep()),

    purge: async (): Promise<void> => {
      const now = await clock.now();
      const before = new Date(now.getTime() - NEWSLETTER_UNCONFIRMED_DAYS * DAY_MS);
      await subscribers.deleteUnconfirmedSubscriptions(db, before);
    },

    /** Resolves when every mail that was begun has gone or failed. */
    idle: underWay.idle,
  };
}
