/** Whether a mail server said no for good (SMTP 5xx): a mailbox that does not exist is not asked again. */
export function isRefusedForGood(error: unknown): boolean {
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
