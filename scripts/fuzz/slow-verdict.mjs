/** A read this slow fails the run at once, in milliseconds: no noise of a shared machine takes so long. */
const FAR_TOO_SLOW_MS = 2_000;
/** How many of all reads may be slow for reasons outside the product. */
const NOISE = 0.01;

/**
 * Whether somebody else really had to wait. A read over the limit is noise of the machine when it stands alone and none of the
 * requests that were in flight is slow again when it is sent alone.
 */
export function isSomebodyHeldUp({ slow, guilty, readings }) {
  const hasFailed = slow.some(({ status }) => status !== 200);
  return (
    hasFailed ||
    guilty.length > 0 ||
    slow.length > readings.length * NOISE ||
    slow.some(({ ms }) => ms > FAR_TOO_SLOW_MS)
  );
}
