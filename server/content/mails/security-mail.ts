import { SECURITY_EVENTS, type SecurityEventKind } from '#contract/security-events.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layMail } from './mail-layout.ts';

type Notice = {
  kind: string;
  detail: string;
  device: string;
  ipAddress: string;
  happenedAt: Date;
  publicUrl: string;
};

function lineOf(kind: string): string {
  return Object.hasOwn(SECURITY_EVENTS, kind) ? SECURITY_EVENTS[kind as SecurityEventKind].line : 'A change'; // reason: just checked
}

/** Tells the owner of an account what happened to it, and what to do if it was not them. */
export function securityMail(to: string, notice: Notice) {
  const line = lineOf(notice.kind);
  return {
    to,
    subject: `${line}: your ${PRODUCT_NAME} account`,
    ...layMail({
      heading: line,
      lines: ['This happened to your account just now. If it was you, there is nothing to do.'],
      button: { url: `${notice.publicUrl}/dashboard/settings`, label: 'Review my account' },
      facts: [
        ...(notice.detail === '' ? [] : [['What', notice.detail] satisfies [string, string]]),
        ['When', `${notice.happenedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ['Device', notice.device],
        ['IP address', notice.ipAddress],
      ],
      notes: ['If it was not you, set a new password and sign out everywhere in your settings.'],
    }),
  };
}
