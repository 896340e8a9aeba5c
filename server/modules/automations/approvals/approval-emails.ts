import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { emailsApprovals, noteApprovalEmailed } from '#db/queries/automations/approval-emails.ts';
import { findListedApproval } from '#db/queries/automations/approval-lists.ts';
import { addLink, isLinkValid } from '#db/queries/identity/email-links.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { findRecipient } from '#db/queries/notices/notices.ts';
import { inTransaction } from '#db/transaction.ts';
import { approvalEmail } from '#server/content/emails/approval-email.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { sha256, userToken, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { sendUnlessRefused } from '#server/lib/email/mail-refusal.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { nextStepWords } from './next-step-words.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  mail: Pick<MailGateway, 'send'>;
  hash: KeyedHash;
  budgets: Pick<Budgets, 'takeFor'>;
  publicUrl: string;
};

/** The emails that ask an owner to approve something. */
export function createApprovalEmails({ db, clock, mail, hash, budgets, publicUrl }: Dependencies) {
  /**
   * Adds the link and returns the email; null if none is due. A link's secret is derived from its approval and number,
   * so a retried email has the same secret, and the next number has a different one.
   */
  async function prepare(
    trx: Db,
    { userId, approvalId, linkNumber }: Payload<'approval-email'>,
    now: Date,
  ): Promise<OutgoingEmail | null> {
    await holdPerson(trx, userId);
    const asked = await findListedApproval(trx, { userId, id: approvalId });
    if (!asked || asked.status !== 'waiting' || asked.deadline <= now) return null;
    if (asked.emailedAt !== null || asked.linkNumber !== linkNumber) return null;
    const owner = await findRecipient(trx, userId);
    if (!owner || !(await emailsApprovals(trx, userId))) return null;
    const secret = Buffer.from(hash(`${userId} ${approvalId} ${linkNumber}`), 'hex').toString('base64url');
    const link = { userId, purpose: 'approval', approvalId, tokenHash: sha256(secret) } as const;
    if (!(await isLinkValid(trx, link, now))) {
      if (!(await budgets.takeFor(userId, 'urgent_emails', trx))) return null;
      await addLink(trx, { ...link, now, expiresAt: new Date(asked.deadline.getTime() + RUN_DAYS * DAY_MS) });
    }
    const { timeZone } = await getProfile(trx, userId);
    const url = `${publicUrl}/automations/approval?token=${userToken(userId, secret)}`;
    const then = nextStepWords(asked.definition, asked.stepKey);
    return approvalEmail(owner.emailTo, {
      ...asked,
      timeZone,
      then,
      isAgain: linkNumber > 0,
      url,
      publicUrl,
    });
  }

  return {
    /**
     * Emails the approval, unless it has been answered, its owner has turned these emails off, or the job's link has
     * ended.
     */
    sendEmail: async (due: Payload<'approval-email'>): Promise<void> => {
      const { userId, approvalId: id, linkNumber } = due;
      const now = await clock.now();
      const email = await inTransaction(db, (trx) => prepare(trx, due, now));
      if (!email) return;
      await sendUnlessRefused(() => mail.send({ ...email, id: `approval ${id} ${linkNumber}` }));
      await noteApprovalEmailed(db, { userId, id, linkNumber, now });
    },
  };
}
