import { createTransport } from 'nodemailer';
import { AppError } from '#server/lib/app-error.ts';
import { isRefusedForGood } from '#server/lib/mail-refusal.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';

export type MailGateway = { send: (mail: OutgoingMail) => Promise<void>; close: () => void };

/** How long each step may take, in milliseconds: connecting, the greeting, silence after it. */
const STEP_MS = 10_000;

/** Basic codes for an address that is none or a mailbox that isn't there, for servers that give no enhanced one (RFC 5321, section 4.2.3). */
const NO_SUCH_MAILBOX = new Set([501, 550, 551, 553]);
/** Of the recipient: a bad address, a disabled mailbox, a syntax that the server can't read (RFC 3463). */
const ABOUT_THE_ADDRESS = /^5\.(?:1\.\d+|2\.1|5\.[24])$/;

/**
 * Whether the recipient's address is the reason, rather than our own standing with the server: nodemailer won't send to it
 * (`API`), or the server says so. A relay that refuses everyone says 5.7.x.
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
 * Outgoing mail over SMTP. Tries twice, 10 s a step; a refusal by the server (5xx) is final, and throws MAILBOX_REFUSED
 * when the recipient is the reason.
 * Source: nodemailer's SMTP transport.
 */
export function createMailGateway(options: { smtpUrl: string; from: string }): MailGateway {
  const transport = createTransport(
    { url: options.smtpUrl, connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
    {
      from: options.from,
      // The text is ours; nothing in it may make the transport read files or fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  );
  const send = ({ to, headers = {}, ...mail }: OutgoingMail) =>
    transport.sendMail({
      from: options.from,
      // As a text it would be parsed, and `a,b@example.com` be two people.
      to: { name: '', address: to },
      // As they are: an address in a header that is broken over lines is none to some programs that read it.
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
      ...mail,
    });
  return {
    send: async (mail) => {
      try {
        await send(mail);
      } catch (error) {
        if (isMailboxRefused(error)) throw new AppError('MAILBOX_REFUSED');
        if (isRefusedForGood(error)) throw error;
        await send(mail);
      }
    },
    close: () => transport.close(),
  };
}
