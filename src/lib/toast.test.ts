import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStore } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const titles = (store: ReturnType<typeof createToastStore>) => store.list().map((toast) => toast.title);

describe('toasts', () => {
  it('a success disappears after four seconds and an error stays', () => {
    const store = createToastStore();
    store.success({ title: 'Saved' });
    store.error({ title: 'Error' });
    vi.advanceTimersByTime(3_999);
    expect(titles(store)).toEqual(['Saved', 'Error']);
    vi.advanceTimersByTime(1);
    expect(titles(store)).toEqual(['Error']);
    vi.advanceTimersByTime(600_000);
    expect(titles(store)).toEqual(['Error']);
  });

  it('time stops while a person points at them', () => {
    const store = createToastStore();
    store.success({ title: 'Saved' });
    vi.advanceTimersByTime(3_000);
    store.pause();
    vi.advanceTimersByTime(60_000);
    expect(titles(store)).toEqual(['Saved']);
    store.resume();
    vi.advanceTimersByTime(999);
    expect(titles(store)).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(titles(store)).toEqual([]);
  });

  it('shows the four newest', () => {
    const store = createToastStore();
    for (const title of ['1', '2', '3', '4', '5']) store.error({ title });
    expect(titles(store)).toEqual(['2', '3', '4', '5']);
  });

  it('notifies its subscribers and stops when they unsubscribe', () => {
    const store = createToastStore();
    const onChange = vi.fn();
    const leave = store.subscribe(onChange);
    const id = store.error({ title: 'Error' });
    store.dismiss(id);
    expect(onChange).toHaveBeenCalledTimes(2);
    leave();
    store.error({ title: 'Error' });
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});
