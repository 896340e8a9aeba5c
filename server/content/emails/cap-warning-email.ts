import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** What the daily caps count, by the setting that sets them, and what stops working at the cap. */
const CAPS = {
  ACCOUNT_EMAIL_DAILY_CAP: ['sign-up and password reset emails', 'nobody can sign up or reset a password'],
  SMS_DAILY_CAP: ['text messages', 'nobody gets a code by text message'],
} as const;
export type CapWords = { setting: keyof typeof CAPS; used: number; cap: number };

/** To the operator, once a day. */
export function capWarningEmail(to: string, { setting, used, cap }: CapWords): OutgoingEmail {
  const [what, stops] = CAPS[setting];
  return {
    to,
    subject: `Today’s ${PRODUCT_NAME} cap is almost reached: ${what}`,
    ...layOutEmail({
      heading: `${used} of ${cap} ${what} sent today`,
      lines: [
        `At ${cap}, ${stops} until midnight UTC.`,
        `If your traffic has grown, raise ${setting} and restart. If not, look at the request log: a sudden rise is often an attack.`,
      ],
    }),
  };
}
