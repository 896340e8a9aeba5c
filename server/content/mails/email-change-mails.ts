import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** To the new address; the old one hears of it by its security notice. */
export function emailChangeMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Confirm your new address for ${PRODUCT_NAME}`,
    ...layMail({
      heading: 'Confirm your new address',
      lines: [`The owner of a ${PRODUCT_NAME} account wants to use this address from now on. Is it yours?`],
      button: { url, label: 'Use this address' },
      notes: [
        `The link works for ${EMAIL_CHANGE_HOURS} hours, once. Until then the account keeps its old address.`,
        'If you know nothing of it, do nothing: without the link nothing changes.',
      ],
    }),
  };
}

/** To somebody whose address another account wanted to take. */
export function addressInUseMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Your address was asked for at ${PRODUCT_NAME}`,
    ...layMail({
      heading: 'Your address already has an account',
      lines: [
        'Somebody, perhaps you, asked to move another account to this address. This address has an account of its own, so nothing was changed.',
      ],
      button: { url, label: 'Sign in' },
      notes: [
        'If it was you: delete the account that has this address first, or use a third address.',
        'If it was not you, there is nothing to do.',
      ],
    }),
  };
}
