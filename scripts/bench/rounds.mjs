import { median } from './statistics.mjs';

/** If a baseline varies by more than this between rounds, the figures show the machine rather than the product. */
const STEADY = 1.6;

/** Runs the contestants forward and back again (A B B A), `cycles` times. Returns each one's results, round by round. */
export async function takeTurns(contestants, cycles) {
  const results = contestants.map(() => []);
  const there = contestants.map((_, index) => index);
  for (let cycle = 0; cycle < cycles; cycle += 1)
    for (const index of [...there, ...there.toReversed()]) {
      // Running one after the other is the point.
      results[index].push(await contestants[index]());
    }
  return results;
}

/** The median of the rounds' ratios of product to baseline. */
export function compareRounds(product, baseline) {
  return {
    product: median(product),
    baseline: median(baseline),
    ratio: median(product.map((value, round) => value / baseline[round])),
    isSteady: Math.max(...baseline) / Math.min(...baseline) <= STEADY,
  };
}

export function judge(isMet, isSteady = true) {
  if (!isSteady) return 'inconclusive';
  return isMet ? 'met' : 'missed';
}
