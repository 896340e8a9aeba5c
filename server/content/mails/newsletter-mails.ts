import { NEWSLETTER_LINK_DAYS, NEWSLETTER_UNCONFIRMED_DAYS } from '#contract/site/newsletter-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** Where a letter is stopped: by a link for people, and by what a mail program calls itself (RFC 8058). */
export type WayOut = { url: string; mailto: string };

/** A mail program shows its own button for these. */
const wayOutHeaders = ({ url, mailto }: WayOut) => ({
  'List-Unsubscribe': `<${url}>, <mailto:${mailto}?subject=Unsubscribe>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Sent to an address that somebody typed. Nothing else is sent before the link in it is followed. */
export function newsletterConfirmationMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Confirm that you want the ${PRODUCT_NAME} letter`,
    ...layMail({
      heading: 'One click, then one useful letter a month',
      lines: [
        `Somebody, hopefully you, asked for the letter of the ${PRODUCT_NAME} blog at this address. Confirm it, and the next article comes to you by mail.`,
      ],
      button: { url, label: 'Confirm my address' },
      notes: [
        `The link works for ${NEWSLETTER_LINK_DAYS} days, once.`,
        `If it was not you, do nothing: no letter comes without it, and the address is forgotten after ${NEWSLETTER_UNCONFIRMED_DAYS} days.`,
      ],
    }),
  };
}

/** Sent when somebody types an address that gets the letter: the screen gives the same answer for both. */
export function alreadySubscribedMail(to: string, wayOut: WayOut): OutgoingMail {
  return {
    to,
    subject: `You get the ${PRODUCT_NAME} letter already`,
    headers: wayOutHeaders(wayOut),
    ...layMail({
      heading: 'You are subscribed already',
      lines: [
        `Somebody, perhaps you, asked for the letter of the ${PRODUCT_NAME} blog at this address. It is confirmed, so there is nothing to do: the next one comes as before.`,
      ],
      button: { url: wayOut.url, label: 'Unsubscribe' },
      notes: ['If you would rather not have it, the button stops it at once.'],
    }),
  };
}

export type Letter = { title: string; excerpt: string; author: string; url: string };

/** The letter itself: what the article is about, and where it is. */
export function letterMail(to: string, letter: Letter, wayOut: WayOut): OutgoingMail {
  return {
    to,
    subject: letter.title,
    headers: wayOutHeaders(wayOut),
    ...layMail({
      heading: letter.title,
      lines: [letter.excerpt, `By ${letter.author}, on the ${PRODUCT_NAME} blog.`],
      button: { url: letter.url, label: 'Read the article' },
      notes: [`You get this because you asked for the letter of the ${PRODUCT_NAME} blog and confirmed it.`],
      link: { url: wayOut.url, label: 'Unsubscribe' },
    }),
  };
}
