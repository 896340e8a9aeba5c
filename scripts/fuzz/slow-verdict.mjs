/** A read this slow fails the run immediately, in milliseconds: no noise on a shared machine takes so long. */
const FAR_TOO_SLOW_MS = 2_000;
/** The share of all reads that may be slow for reasons outside the product. */
const NOISE = 0.01;

/**
 * Whether another user really had to wait. A read over the limit is machine noise if it is isolated and none of the requests that were in
 * flight is slow again when sent alone.
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
