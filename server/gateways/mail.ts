import { LRUCache } from 'lru-cache';
import type { Transporter } from 'nodemailer';
import { parseEmail } from '#contract/account/email-address.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/lib/app-error.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import type { Log } from '#server/lib/log.ts';
import { isCertainlyUnsent, isRefusedForGood } from '#server/lib/email/mail-refusal.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';

/** `beforeCall` runs right before each attempt to hand over the email; if it fails, so does `send`, and nothing is sent. */
export type MailGateway = {
  send: (mail: OutgoingEmail, beforeCall?: () => Promise<void>) => Promise<void>;
  close: () => void;
};

/**
 * In milliseconds. `stepMs` limits connecting, the greeting, and silence after it; `totalMs` limits a whole attempt,
 * because a server that keeps talking is never silent.
 */
export const MAIL_LIMITS = { stepMs: 10_000, totalMs: 45_000 };

/** Ids of emails that the server accepted and whose row may not say so yet: their job runs again, and nothing is sent. */
const REMEMBERED = 10_000;

/** Basic codes for an invalid address or a missing mailbox, for servers that give no enhanced code (RFC 5321, section 4.2.3). */
const NO_SUCH_MAILBOX = new Set([501, 550, 551, 553]);
/** Codes about the recipient: a bad address, a disabled mailbox, a syntax that the server can't read (RFC 3463). */
const ABOUT_THE_ADDRESS = /^5\.(?:1\.\d+|2\.1|5\.[24])$/;

/**
 * Whether the recipient's address is the reason, rather than our own reputation with the server: nodemailer refuses to send to it (`API`),
 * or the server says so. A relay that refuses everyone says 5.7.x.
 */
function isMailboxRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'command' in error) || error.code !== 'EENVELOPE') return false;
  if (error.command !== 'RCPT TO') return error.command === 'API';
  const response = 'response' in error ? String(error.response) : '';
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced !== undefined) return ABOUT_THE_ADDRESS.test(enhanced);
  return 'responseCode' in error && NO_SUCH_MAILBOX.has(Number(error.responseCode));
}

/**
 * Outgoing mail over SMTP. Tries twice. A refusal by the server (5xx) is final; it throws MAILBOX_REFUSED if the
 * recipient is the reason, and so does an address that the transport would alter. Source: nodemailer's SMTP transport.
 */
export function createMailGateway(
  options: { smtpUrl: string; from: string },
  { stepMs, totalMs } = MAIL_LIMITS,
): MailGateway {
  let opened: Transporter | undefined;
  // Loaded with the first email so that starting the server doesn't wait for it.
  const open = loadOnce(async () => {
    const { createTransport } = await import('nodemailer');
    opened = createTransport(
      { url: options.smtpUrl, connectionTimeout: stepMs, greetingTimeout: stepMs, socketTimeout: stepMs },
      {
        from: options.from,
        // Nothing in an email may make the transport read files or fetch URLs.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
    );
    return opened;
  });
  const [domain = ''] = options.from.slice(options.from.lastIndexOf('@') + 1).split('>');
  const accepted = new LRUCache<string, true>({ max: REMEMBERED });
  type Sent = Omit<OutgoingEmail, 'isSentOnce'>;
  const send = async ({ to, id, headers = {}, attachments = [], ...mail }: Sent, beforeCall?: () => Promise<void>) => {
    const transport = await open();
    await beforeCall?.();
    await transport.sendMail({
      from: options.from,
      signal: AbortSignal.timeout(totalMs),
      ...(id === undefined ? {} : { messageId: `<${sha256(id).slice(0, 40)}@${domain}>` }),
      // Addresses are passed as objects: a string would be parsed, and `a,b@example.com` would become two recipients.
      to: { name: '', address: to },
      // Headers are sent unfolded: some clients don't recognize an address in a header that is broken over lines.
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
      attachments: attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
      ...mail,
    });
  };
  return {
    send: async ({ isSentOnce = false, ...mail }, beforeCall) => {
      // The transport would send to a different address than the one that was checked and counted.
      if (parseEmail(mail.to)?.toLowerCase() !== mail.to.toLowerCase()) throw new AppError('MAILBOX_REFUSED');
      if (mail.id !== undefined && accepted.has(mail.id)) return;
      try {
        await send(mail, beforeCall);
      } catch (error) {
        if (isMailboxRefused(error)) throw new AppError('MAILBOX_REFUSED');
        if (isRefusedForGood(error) || (isSentOnce && !isCertainlyUnsent(error))) throw error;
        await send(mail, beforeCall);
      }
      if (mail.id !== undefined) accepted.set(mail.id, true);
    },
    close: () => opened?.close(),
  };
}

/** Outgoing mail, or nothing at all on a restored copy, whose people must not hear from it (START_JOBS). */
export function createMail(
  { startsJobs, mailFrom }: Pick<Config, 'startsJobs' | 'mailFrom'>,
  smtpUrl: string,
  log: Log,
): MailGateway {
  if (startsJobs) return createMailGateway({ smtpUrl, from: mailFrom });
  return {
    send: async () => log.warn({ event: 'email not sent' }, 'email not sent, because START_JOBS is off'),
    close: () => undefined,
  };
}
