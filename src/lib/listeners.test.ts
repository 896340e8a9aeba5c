import { afterEach, expect, it, vi } from 'vitest';
import { createListeners } from './listeners.ts';

afterEach(() => void vi.unstubAllGlobals());

it('reports an event to every listener, also after one that throws, and its error like an uncaught one', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { subscribe, notify } = createListeners<[string]>();
  const heard: string[] = [];
  const leave = subscribe((event) => heard.push(`first ${event}`));
  subscribe(() => {
    throw new Error('no screen');
  });
  subscribe((event) => heard.push(`last ${event}`));
  notify('a');
  leave();
  notify('b');
  expect(heard).toEqual(['first a', 'last a', 'last b']);
  expect(reported).toHaveBeenCalledTimes(2);
  expect(reported).toHaveBeenCalledWith(new Error('no screen'));
});
