import { createTransport } from 'nodemailer';
import { AppError } from '#server/lib/app-error.ts';
import { isRefusedForGood } from '#server/lib/mail-refusal.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';

export type MailGateway = { send: (mail: OutgoingMail) => Promise<void>; close: () => void };

/** How long each step may take, in milliseconds: connecting, the greeting, silence after it. */
const STEP_MS = 10_000;

/**
 * Whether it is the recipient that was refused for good, rather than our sign-in, our sender or the text: by the mail server,
 * or by nodemailer itself (`API`).
 */
function isMailboxRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'command' in error) || error.code !== 'EENVELOPE') return false;
  return error.command === 'API' || (error.command === 'RCPT TO' && isRefusedForGood(error));
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
