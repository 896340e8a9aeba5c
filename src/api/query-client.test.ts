import { describe, expect, it } from 'vitest';
import { isWorthRetrying } from './query-client.ts';

const coded = (appCode: string) => Object.assign(new Error('x'), { data: { appCode } });

describe('retries', () => {
  it('leaves refusals alone', () => {
    expect(isWorthRetrying(0, coded('NOT_FOUND'))).toBe(false);
    expect(isWorthRetrying(0, coded('USAGE_LIMIT'))).toBe(false);
  });

  it('tries a hiccup twice more and then stops', () => {
    expect([0, 1, 2].map((failures) => isWorthRetrying(failures, new TypeError('Failed to fetch')))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isWorthRetrying(0, coded('INTERNAL'))).toBe(true);
  });
});
