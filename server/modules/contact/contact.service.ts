import { CONTACT_RETENTION_DAYS, CONTACT_TRAP, type ContactTopic } from '#contract/site/contact-topics.ts';
import type { ContactMessage } from '#contract/site/contact.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as messages from '#db/queries/site/contact-messages.ts';
import { contactEmail, contactReceiptEmail } from '#server/content/emails/contact-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Client } from '#server/lib/request/client.ts';
import { mailboxForLimits } from '#server/lib/email/email-address.ts';
import { sendUnlessRefused } from '#server/lib/email/mail-refusal.ts';
import { uuidOf } from '#server/lib/crypto/secrets.ts';
import type { Payload } from '#server/jobs/queues.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  attempts: {
    count: (kind: `contact:${'address' | 'mailbox'}`, subject: string) => Promise<void>;
    countAgainstSharedCap: (cap: 'contact', address: string) => Promise<void>;
  };
  emails: { support: string; sales: string; contact: string };
};

/** The same text from the same person on the same day has one id, so a form that was sent twice is one message. */
function idOf({ email, name, topic, message }: ContactMessage, now: Date): string {
  const day = now.toISOString().slice(0, 10);
  return uuidOf(JSON.stringify([day, email, name, topic, message]));
}

/** Messages from the contact form: stored, emailed to us, and confirmed to the sender. */
export function createContact({ db, clock, mail, attempts, emails }: Dependencies) {
  const inboxes: Record<ContactTopic, string> = {
    question: emails.contact,
    press: emails.contact,
    sales: emails.sales,
    setup: emails.sales,
    support: emails.support,
    security: emails.support,
  };
  return {
    send: async (message: ContactMessage, client: Client): Promise<void> => {
      // A program filled in the field that people don't see. It gets the usual answer.
      if (message[CONTACT_TRAP] !== '') return;
      await attempts.count('contact:address', client.address);
      await attempts.count('contact:mailbox', mailboxForLimits(message.email));
      await attempts.countAgainstSharedCap('contact', client.address);
      const now = await clock.now();
      const { name, email, topic, message: words } = message;
      // Neither email waits for the other: the sender's address may not exist, and our inbox may be full.
      await messages.addContactMessage(db, { id: idOf(message, now), name, email, topic, message: words, now });
    },

    /** Sends a message to us, unless that was done. It is tried again even if the server refuses it. */
    sendMessage: async ({ id }: Payload<'contact-email'>): Promise<void> => {
      const due = await messages.findContactMessage(db, id);
      if (!due || due.emailedAt) return;
      await mail.send({ ...contactEmail(inboxes[due.topic], due), id: `contact ${id}` });
      await messages.noteMessageEmailed(db, id, 'emailed_at', await clock.now());
    },

    /** Sends the receipt to a message's sender, unless that was done. */
    sendReceipt: async ({ id }: Payload<'contact-receipt'>): Promise<void> => {
      const due = await messages.findContactMessage(db, id);
      if (!due || due.receiptEmailedAt) return;
      await sendUnlessRefused(() => mail.send({ ...contactReceiptEmail(due), id: `contact receipt ${id}` }));
      await messages.noteMessageEmailed(db, id, 'receipt_emailed_at', await clock.now());
    },

    purge: async (): Promise<void> => {
      const now = await clock.now();
      await messages.deleteOldContactMessages(db, new Date(now.getTime() - CONTACT_RETENTION_DAYS * DAY_MS));
    },
  };
}
export type ContactService = ReturnType<typeof createContact>;
