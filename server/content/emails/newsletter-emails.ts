import { NEWSLETTER_LINK_DAYS, NEWSLETTER_UNCONFIRMED_DAYS } from '#contract/site/newsletter-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { unsubscribeHeaders, type UnsubscribeLinks } from './unsubscribe-headers.ts';

/** Sent to an address typed into the form. Nothing else is sent until its link is used. */
export function newsletterConfirmationEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `Confirm your ${PRODUCT_NAME} newsletter subscription`,
    ...layOutEmail({
      heading: 'One click, then one useful email a month',
      lines: [
        `Someone, hopefully you, signed this address up for the ${PRODUCT_NAME} newsletter. Confirm it and we'll email you the next article.`,
      ],
      button: { url, label: 'Confirm my address' },
      notes: [
        `The link works once and expires in ${NEWSLETTER_LINK_DAYS} days.`,
        `If this wasn't you, you can ignore this email. We won't send you anything else, and we'll delete the address after ${NEWSLETTER_UNCONFIRMED_DAYS} days.`,
      ],
    }),
  };
}

/** Sent when someone signs up an address that is already subscribed. The screen says the same either way. */
export function alreadySubscribedEmail(to: string, unsubscribeLinks: UnsubscribeLinks): OutgoingEmail {
  return {
    to,
    subject: `You're already subscribed to the ${PRODUCT_NAME} newsletter`,
    headers: unsubscribeHeaders(unsubscribeLinks),
    ...layOutEmail({
      heading: "You're already subscribed",
      lines: [
        `Someone, perhaps you, signed this address up for the ${PRODUCT_NAME} newsletter again. You're already on the list, so there's nothing left to do.`,
      ],
      button: { url: unsubscribeLinks.url, label: 'Unsubscribe' },
      notes: ["Don't want it anymore? The button unsubscribes you right away."],
    }),
  };
}

export type NewsletterIssue = { title: string; excerpt: string; author: string; url: string };

/** The newsletter issue itself: what the article is about and where to read it. */
export function newsletterIssueEmail(
  to: string,
  issue: NewsletterIssue,
  unsubscribeLinks: UnsubscribeLinks,
): OutgoingEmail {
  return {
    to,
    subject: issue.title,
    headers: unsubscribeHeaders(unsubscribeLinks),
    ...layOutEmail({
      heading: issue.title,
      lines: [issue.excerpt, `By ${issue.author}, on the ${PRODUCT_NAME} blog.`],
      button: { url: issue.url, label: 'Read the article' },
      notes: [`You're getting this because you subscribed to the ${PRODUCT_NAME} newsletter.`],
      link: { url: unsubscribeLinks.url, label: 'Unsubscribe' },
    }),
  };
}
