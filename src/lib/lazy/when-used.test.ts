import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let page: EventTarget;
let whenUsed: (run: () => void) => () => void;

beforeEach(async () => {
  page = Object.assign(new EventTarget(), {
    requestIdleCallback: (run: () => void) => {
      run();
      return 1;
    },
    cancelIdleCallback: () => undefined,
  });
  vi.stubGlobal('window', page);
  vi.resetModules();
  ({ whenUsed } = await import('./when-used.ts'));
});
afterEach(() => vi.unstubAllGlobals());

test.each(['pointermove', 'pointerdown', 'keydown', 'input'])(
  'a page that nobody touches loads nothing more; %s is the first touch',
  (sign) => {
    const load = vi.fn();
    whenUsed(load);
    page.dispatchEvent(new Event('scroll'));
    expect(load).not.toHaveBeenCalled();
    page.dispatchEvent(new Event(sign));
    page.dispatchEvent(new Event(sign));
    expect(load).toHaveBeenCalledTimes(1);
  },
);

test('what appears on a page in use loads right away', () => {
  whenUsed(vi.fn());
  page.dispatchEvent(new Event('keydown'));
  const load = vi.fn();
  whenUsed(load);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what has gone before the first touch is not loaded', () => {
  const load = vi.fn();
  whenUsed(load)();
  page.dispatchEvent(new Event('pointermove'));
  expect(load).not.toHaveBeenCalled();
});
