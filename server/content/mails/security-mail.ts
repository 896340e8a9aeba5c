import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/account/security-events.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { momentIn } from '#server/lib/moments.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';
import { SECURITY_SENTENCES, type Sentences } from './security-sentences.ts';

type Notice = {
  kind: string;
  detail: string;
  device: string;
  ipAddress: string;
  happenedAt: Date;
  timeZone: string;
  publicUrl: string;
  supportEmail: string;
};

const isKind = (kind: string): kind is SecurityEventKind => Object.hasOwn(SECURITY_EVENTS, kind);

/**
 * Tells the owner of an account what happened to it, and what to do if it was not them. It may go out long after: so
 * nothing in it says "just now".
 */
export function securityMail(to: string, notice: Notice): OutgoingMail {
  // A process of an older release may meet a kind that it does not know.
  const line = isKind(notice.kind) ? SECURITY_EVENTS[notice.kind].line : 'Something changed';
  const sentences: Sentences = isKind(notice.kind)
    ? SECURITY_SENTENCES[notice.kind](notice)
    : { said: 'Something changed in your account.' };
  return {
    to,
    subject: sentences.subject ?? `${line}: your ${PRODUCT_NAME} account`,
    ...layMail({
      heading: sentences.subject ?? line,
      lines: [sentences.said],
      facts: [
        ['When', momentIn(notice.happenedAt, notice.timeZone)],
        ['Device', notice.device],
        ['IP address', notice.ipAddress],
      ],
      button: { url: `${notice.publicUrl}/dashboard/settings`, label: sentences.button ?? 'Review my account' },
      notes: [
        sentences.ifNotMe ??
          'If it was you, there is nothing to do. If it was not: set a new password and sign out everywhere in your settings.',
      ],
    }),
  };
}
