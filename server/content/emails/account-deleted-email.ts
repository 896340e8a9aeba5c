import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** The last email, sent once everything is gone. */
export function accountDeletedEmail(to: string, publicUrl: string): OutgoingEmail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account has been deleted`,
    ...layOutEmail({
      heading: 'Your account has been deleted',
      lines: [
        "As you asked, we've deleted your account and everything in it: your conversations, profile, sign-in details and security log.",
        "We keep only keyed hashes of your email address and of any sign-in accounts you linked. They tell us whether you've had a free trial, a payment, a refund or a limited-time offer, and they don't reveal the address.",
        "Thanks for working with the team. This is the last email you'll get from us.",
      ],
      button: { url: `${publicUrl}/privacy`, label: 'What we keep and why' },
    }),
  };
}
