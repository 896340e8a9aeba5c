import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import { oneLine } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { SECURITY_SENTENCES, type Sentences } from './security-sentences.ts';

type Notice = {
  kind: string;
  detail: string;
  device: string;
  ipAddress: string;
  happenedAt: Date;
  timeZone: string;
  publicUrl: string;
};

const isKind = (kind: string): kind is SecurityEventKind => Object.hasOwn(SECURITY_EVENTS, kind);

/**
 * Tells an account's owner what happened, and what to do if it wasn't them. It may be sent long afterwards, so nothing
 * in it says "just now".
 */
export function securityEmail(to: string, notice: Notice): OutgoingEmail {
  // A process running an older release may meet a kind that it doesn't know.
  const line = isKind(notice.kind) ? SECURITY_EVENTS[notice.kind].line : 'Something changed';
  const sentences: Sentences = isKind(notice.kind)
    ? SECURITY_SENTENCES[notice.kind]({ ...notice, detail: oneLine(notice.detail) })
    : { said: 'Something in your account changed.' };
  return {
    to,
    subject: sentences.subject ?? `${line}: your ${PRODUCT_NAME} account`,
    ...layOutEmail({
      heading: sentences.subject ?? line,
      lines: [sentences.said],
      facts: [
        ['When', fullMomentText(notice.happenedAt, notice.timeZone)],
        ...(notice.ipAddress === ''
          ? []
          : ([
              ['Device', notice.device],
              ['IP address', notice.ipAddress],
            ] satisfies [string, string][])),
      ],
      button: { url: `${notice.publicUrl}/dashboard/settings`, label: sentences.button ?? 'Review my account' },
      notes: [
        sentences.ifNotMe ??
          `If this was you, you can ignore this email. If it wasn't, choose “It wasn't me” below and set a new password. That signs everyone out and turns off any ways to sign in that were added in the last ${NEW_WAY_DAYS} days.`,
      ],
      // The link carries no token, and its page asks for the address.
      link: { url: `${notice.publicUrl}/auth/forgot?notMe=true`, label: "It wasn't me: secure my account" },
    }),
  };
}
