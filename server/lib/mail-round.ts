const MINUTE_MS = 60_000;
/** A mail that could not be sent for this long is of no use any more, in milliseconds. */
export const MAIL_TRIED_MS = 24 * 60 * MINUTE_MS;
/** A mail that was taken this long ago and is still there was not sent, or its process died, in milliseconds. */
const MAIL_RETRY_MS = 5 * MINUTE_MS;
const MAILS_AT_ONCE = 10;

/** What is due: older than `notBefore` is given up, and what was tried after `retryBefore` waits. */
export type MailWish = { now: Date; notBefore: Date; retryBefore: Date; limit: number };

/**
 * Takes some of the mails that are due and sends them; `take` gives each to one process only. Returns whether there may
 * be more to send: not when the mail server takes nothing.
 */
export async function mailRound<T>(
  now: Date,
  {
    take,
    send,
    failed,
  }: {
    take: (wish: MailWish) => Promise<T[]>;
    send: (due: T) => Promise<unknown>;
    failed: (due: T, error: unknown) => void;
  },
): Promise<boolean> {
  const due = await take({
    now,
    notBefore: new Date(now.getTime() - MAIL_TRIED_MS),
    retryBefore: new Date(now.getTime() - MAIL_RETRY_MS),
    limit: MAILS_AT_ONCE,
  });
  const sent = await Promise.all(
    due.map(async (one) => {
      try {
        await send(one);
        return true;
      } catch (error) {
        failed(one, error);
        return false;
      }
    }),
  );
  return sent.length === MAILS_AT_ONCE && sent.some(Boolean);
}
