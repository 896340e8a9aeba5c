import { AppError } from '../app-error.ts';
import { toAppError } from '../database-errors.ts';

/** Whether the recipient's address is the reason that an email wasn't taken. */
export const isMailboxRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'MAILBOX_REFUSED';

/** Whether the mail server refused permanently (SMTP 5xx), so that sending again is pointless. */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof AppError) return isMailboxRefused(error);
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

/**
 * Whether an email that failed certainly didn't go out: the server didn't take it for now (SMTP 4xx), or was never reached. Everything else may
 * have broken off after it was handed over. Source: nodemailer's SMTP connection.
 */
export function isCertainlyUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('responseCode' in error) return true;
  if ('code' in error && error.code === 'EDNS') return true;
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return /^(?:Connection timeout|Greeting never received)/.test(error.message);
}

/** Sends an email. One that is refused permanently counts as done, like one that was sent. */
export async function sendUnlessRefused(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
  }
}

/** Sends an email that is of no use later. Throws MAIL_UNAVAILABLE if the mail server can't take it. */
export async function sendNow(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    throw toAppError(error) ?? new AppError('MAIL_UNAVAILABLE', undefined, { cause: error });
  }
}
