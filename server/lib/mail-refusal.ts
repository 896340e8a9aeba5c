import { AppError } from './app-error.ts';

/** Whether the mail server refused for good (SMTP 5xx), so that sending again is pointless. */
export function isRefusedForGood(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'MAILBOX_REFUSED';
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

/** Sends a mail; one that is refused for good is as done as one that went. */
export async function sendUnlessRefused(send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
  }
}
