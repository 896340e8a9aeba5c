/** The error code that a call is refused with, or `accepted`. */
export function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: unknown) => String((error as { data?: { appCode?: string } }).data?.appCode), // reason: the wire's error shape
  );
}
