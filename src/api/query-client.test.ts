import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isWorthRetrying, queryClient } from './query-client.ts';

const coded = (appCode: ErrorCode) =>
  Object.assign(new Error('x'), { data: { appCode, httpStatus: ERROR_CODES[appCode].status } });

describe('retries', () => {
  it('leaves refusals alone', () => {
    expect(isWorthRetrying(0, coded('NOT_FOUND'))).toBe(false);
    expect(isWorthRetrying(0, coded('USAGE_LIMIT'))).toBe(false);
  });

  it('retries a hiccup twice and then stops', () => {
    expect([0, 1, 2].map((failures) => isWorthRetrying(failures, new TypeError('Failed to fetch')))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isWorthRetrying(0, coded('INTERNAL'))).toBe(true);
  });
});

describe('a page whose guard waits for the connection', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    onlineManager.setOnline(true);
  });

  it('continues once the connection is back, even if nothing is on screen yet', async () => {
    vi.stubGlobal('window', new EventTarget());
    onlineManager.setOnline(false);
    const reading = queryClient().fetchQuery({ queryKey: ['session'], queryFn: () => Promise.resolve('Maya') });
    onlineManager.setOnline(true);
    expect(await reading).toBe('Maya');
  });
});
