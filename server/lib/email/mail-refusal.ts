import { AppError } from '../app-error.ts';

/** Whether the mail server refused permanently (SMTP 5xx), so that sending again is pointless. */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'MAILBOX_REFUSED';
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

/** Sends an email. One that is refused permanently counts as done, like one that was sent. */
export async function sendUnlessRefused(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
  }
}
