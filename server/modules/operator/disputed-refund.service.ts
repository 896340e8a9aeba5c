import { disputedRefundEmail, type DisputedRefund } from '#server/content/emails/disputed-refund-email.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import { sendUnlessRefused } from '#server/lib/email/mail-refusal.ts';
import type { Log } from '#server/lib/log.ts';

/**
 * Reports payments that weren't refunded because their customer disputed them, in the log and by email. Fails if the mail server can't
 * accept the email now, so that the caller tries again before it closes the case.
 */
export function createDisputedRefundReport({ mail, to, log }: { mail: MailGateway; to: string; log: Log }) {
  return async (abandoned: DisputedRefund): Promise<void> => {
    const { disputed, reason } = abandoned;
    if (disputed.length === 0) return;
    log.error({ event: 'refund abandoned', reason, disputed }, 'refund abandoned: the payment is disputed');
    const id = `disputed refund ${reason} ${JSON.stringify(disputed)}`;
    await sendUnlessRefused(() => mail.send({ ...disputedRefundEmail(to, abandoned), id }));
  };
}
export type DisputedRefundReport = ReturnType<typeof createDisputedRefundReport>;
