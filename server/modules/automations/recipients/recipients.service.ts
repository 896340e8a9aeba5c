import { newRecipientsText } from '#contract/automations/automation-errors.ts';
import { RECIPIENTS_MAX } from '#contract/automations/automation-limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import * as recipients from '#db/queries/automations/recipients.ts';
import { getAccountDetails } from '#db/queries/identity/accounts.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { findRecipient } from '#db/queries/notices/notices.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { recipientEmail } from '#server/content/emails/automation-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { AppError } from '#server/lib/app-error.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import { mailboxForLimits } from '#server/lib/email/email-address.ts';
import type { RecipientLinks } from './recipient-links.ts';

/** How long someone can agree. */
const LINK_DAYS = 14;
/** Addresses of people who never agreed are deleted after this long. */
const UNCONFIRMED_DAYS = 30;

type Counted = 'automation-recipient:person' | 'automation-recipient:mailbox';
type FirstDay = 'automation-recipient:new-account';
type Dependencies = {
  db: Db;
  clock: Clock;
  mail: Pick<MailGateway, 'send'>;
  attempts: {
    count: (kind: Counted, subject: string) => Promise<void>;
    take: (kind: FirstDay, subject: string) => Promise<Date | null>;
  };
  links: Pick<RecipientLinks, 'readStopToken'>;
  publicUrl: string;
};

/** The addresses besides the owner's that automations may send emails to, each once whoever reads it has agreed. */
export function createRecipients({ db, clock, mail, attempts, links, publicUrl }: Dependencies) {
  const since = async () => new Date((await clock.now()).getTime() - LINK_DAYS * DAY_MS);

  /** Spammers use a new account right away, so on its first day an account can ask only a few people. */
  async function countFirstDay(userId: UserId): Promise<void> {
    const now = await clock.now();
    const { createdAt } = await getAccountDetails(db, userId, now);
    const dayEndsAt = new Date(createdAt.getTime() + DAY_MS);
    if (now >= dayEndsAt || (await attempts.take('automation-recipient:new-account', userId)) === null) return;
    const { timeZone } = await getProfile(db, userId);
    throw new AppError('TOO_MANY_NEW_RECIPIENTS', newRecipientsText(fullMomentText(dayEndsAt, timeZone)));
  }

  return {
    /** Asks whoever reads this address whether they agree. One that has agreed isn't asked again. */
    add: async (userId: UserId, address: string): Promise<void> => {
      const email = address.toLowerCase();
      const owner = await findRecipient(db, userId);
      if (!owner) throw new AppError('EMAIL_NOT_CONFIRMED');
      if (owner.emailTo.toLowerCase() === email) throw new AppError('OWN_ADDRESS');
      await countFirstDay(userId);
      await attempts.count('automation-recipient:person', userId);
      await attempts.count('automation-recipient:mailbox', mailboxForLimits(email));
      const secret = randomToken();
      const key = { userId, email };
      const result = await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const now = await clock.now();
        return recipients.addRecipient(trx, { ...key, linkHash: sha256(secret), now, limit: RECIPIENTS_MAX });
      });
      if (result === 'full') throw new AppError('TOO_MANY_RECIPIENTS');
      if (result === 'confirmed') return;
      const { businessName } = await getProfile(db, userId);
      const sender = { name: businessName, email: owner.emailTo };
      const url = `${publicUrl}/automations/agree?token=${userToken(userId, secret)}`;
      try {
        await mail.send(recipientEmail(email, { sender, url, days: LINK_DAYS }));
      } catch (error) {
        if (error instanceof AppError && error.code === 'MAILBOX_REFUSED') await recipients.removeRecipient(db, key);
        throw error;
      }
    },

    remove: (userId: UserId, address: string): Promise<void> =>
      recipients.removeRecipient(db, { userId, email: address.toLowerCase() }),

    /** What the page of a link asks. */
    readLink: async (token: string) => {
      const parsed = parseUserToken<UserId>(token);
      const found =
        parsed &&
        (await recipients.findRecipientByLink(db, {
          userId: parsed.userId,
          linkHash: parsed.hash,
          since: await since(),
        }));
      if (!found) throw new AppError('RECIPIENT_LINK_INVALID');
      return found;
    },

    agree: async (token: string): Promise<void> => {
      const parsed = parseUserToken<UserId>(token);
      const now = await clock.now();
      const isDone =
        parsed &&
        (await recipients.confirmRecipient(db, {
          userId: parsed.userId,
          linkHash: parsed.hash,
          since: await since(),
          now,
        }));
      if (!isDone) throw new AppError('RECIPIENT_LINK_INVALID');
    },

    /** Ends the emails of the automations that sent this link. Returns false if it isn't one of ours; one of an address that was removed is done. */
    stop: async (token: string): Promise<boolean> => {
      const read = links.readStopToken(token);
      if (!read) return false;
      const emails = await recipients.listRecipientEmails(db, read.userId);
      const email = emails.find(read.isOf);
      if (email !== undefined)
        await recipients.endConsent(db, { userId: read.userId, email, linkHash: sha256(randomToken()) });
      return true;
    },

    /** Deletes the addresses of people who never agreed. */
    purge: async (): Promise<void> => {
      const before = new Date((await clock.now()).getTime() - UNCONFIRMED_DAYS * DAY_MS);
      await recipients.deleteUnconfirmedRecipients(db, before);
    },
  };
}
export type RecipientsService = ReturnType<typeof createRecipients>;
