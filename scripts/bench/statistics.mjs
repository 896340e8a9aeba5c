/** The value below which `share` (0 to 1) of the values lie; NaN for an empty list. */
export function quantile(values, share) {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function median(values) {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[Math.floor(middle)];
}

/** The current time on the clock that all processes of this machine share, in milliseconds. */
export function sharedNow() {
  return Number(process.hrtime.bigint()) / 1e6;
}
