import { CONTACT_KEPT_DAYS, CONTACT_TRAP, type ContactTopic } from '#contract/site/contact-topics.ts';
import type { ContactMessage } from '#contract/site/contact.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as messages from '#db/queries/contact-messages.ts';
import { contactMail, contactReceiptMail } from '#server/content/mails/contact-mails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/client.ts';
import { mailboxForLimits } from '#server/lib/email-address.ts';
import type { Log } from '#server/lib/log.ts';
import { sendUnlessRefused } from '#server/lib/mail-refusal.ts';
import { MAIL_TRIED_MS, mailRound } from '#server/lib/mail-round.ts';
import { sha256 } from '#server/lib/secrets.ts';
import { createUnderWay } from '#server/lib/under-way.ts';

/** Somebody waits for an answer, so it is tried for longer than other mails. */
const TRIED_MS = 7 * DAY_MS;

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  attempts: {
    count: (kind: `contact:${'address' | 'mailbox'}`, subject: string) => Promise<void>;
    countForEveryone: (cap: 'contact', address: string) => Promise<void>;
  };
  emails: { support: string; sales: string; contact: string };
  log: Log;
};

/** The same words of the same person on the same day have one id: a form that was sent twice is one message. */
function idOf({ email, name, topic, message }: ContactMessage, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  const digest = sha256(JSON.stringify([day, email, name, topic, message]));
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** What is written by the contact form: kept, mailed to us, and receipted. */
export function createContact({ db, clock, mail, attempts, emails, log }: Dependencies) {
  const inboxes: Record<ContactTopic, string> = {
    question: emails.contact,
    press: emails.contact,
    sales: emails.sales,
    setup: emails.sales,
    support: emails.support,
    security: emails.support,
  };
  const underWay = createUnderWay();

  /** The one does not wait for the other: the address of the sender may not exist, and our inbox may be full. */
  async function sendOne(due: messages.DueMessage, receiptsFrom: Date): Promise<void> {
    const send = async (which: 'mailed_at' | 'receipt_mailed_at', letter: Parameters<MailGateway['send']>[0]) => {
      // Our own inbox is tried again even then.
      await (which === 'mailed_at' ? mail.send(letter) : sendUnlessRefused(() => mail.send(letter)));
      await messages.noteMessageMailed(db, due.id, which, await clock.now());
    };
    const outcomes = await Promise.allSettled([
      due.mailedAt ? null : send('mailed_at', contactMail(inboxes[due.topic], due)),
      due.receiptMailedAt || due.createdAt < receiptsFrom ? null : send('receipt_mailed_at', contactReceiptMail(due)),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async function round(): Promise<boolean> {
    const now = await clock.now();
    const notBefore = new Date(now.getTime() - TRIED_MS);
    return mailRound(now, {
      take: (wish) => messages.takeDueMessages(db, { ...wish, notBefore, receiptsFrom: wish.notBefore }),
      send: (due) => sendOne(due, new Date(now.getTime() - MAIL_TRIED_MS)),
      failed: ({ id }, error) =>
        log.warn({ event: 'contact message not mailed', id, err: error }, 'contact message not mailed'),
    });
  }

  async function sweep(): Promise<void> {
    while (await round());
  }

  return {
    send: async (message: ContactMessage, client: Client): Promise<void> => {
      // A program filled in what people do not see. It learns nothing.
      if (message[CONTACT_TRAP] !== '') return;
      await attempts.count('contact:address', client.address);
      await attempts.count('contact:mailbox', mailboxForLimits(message.email));
      await attempts.countForEveryone('contact', client.address);
      const now = await clock.now();
      const { name, email, topic, message: words } = message;
      await messages.addContactMessage(db, { id: idOf(message, now), name, email, topic, message: words, now });
    },

    /** Mails what is due. Runs every few seconds, in any number of processes. */
    sweep: (): Promise<void> => underWay.track(sweep()),

    purge: async (): Promise<void> => {
      const now = await clock.now();
      await messages.deleteOldContactMessages(db, new Date(now.getTime() - CONTACT_KEPT_DAYS * DAY_MS));
    },

    /** Resolves when every mail that was begun has gone or failed. */
    idle: underWay.idle,
  };
}
