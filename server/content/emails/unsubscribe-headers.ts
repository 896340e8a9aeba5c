import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';

/** How to unsubscribe: a link for people, and an address that email clients call directly (RFC 8058). */
export type UnsubscribeLinks = { url: string; mailto: string };

/** Email clients show their own unsubscribe button when these headers are present. */
export const unsubscribeHeaders = ({ url, mailto }: UnsubscribeLinks): NonNullable<OutgoingEmail['headers']> => ({
  'List-Unsubscribe': `<${url}>, <mailto:${mailto}?subject=Unsubscribe>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
