import { createListeners } from './listeners.ts';

export type ToastAction = { label: string; onClick: () => void };
export type Toast = {
  id: string;
  tone: 'success' | 'error' | 'busy';
  title: string;
  text?: string;
  action?: ToastAction;
};
type ToastInput = { title: string; text?: string; action?: ToastAction };

/** A success toast disappears after this long (docs/design.md, "Parts"); an error stays until it is dismissed. */
const SUCCESS_MS = 4_000;
const MAX_TOASTS = 4;

type Timer = { handle: ReturnType<typeof setTimeout> | null; leftMs: number; since: number };

/** A store of the toasts on screen. React reads it through `subscribe` and `list`. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  let isPaused = false;
  const timers = new Map<string, Timer>();
  const { subscribe, notify } = createListeners();

  const change = (next: readonly Toast[]) => {
    toasts = next;
    notify();
  };
  const stop = (timer: Timer) => {
    if (timer.handle !== null) clearTimeout(timer.handle);
    timer.handle = null;
  };
  const dismiss = (id: string) => {
    const timer = timers.get(id);
    if (timer) stop(timer);
    timers.delete(id);
    if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id));
  };
  const start = (id: string, timer: Timer) => {
    timer.since = Date.now();
    timer.handle = setTimeout(() => dismiss(id), timer.leftMs);
  };
  const show = (tone: Toast['tone'], input: ToastInput, lifeMs: number | null) => {
    const id = `toast-${++lastId}`;
    for (const old of toasts.slice(0, Math.max(0, toasts.length - MAX_TOASTS + 1))) dismiss(old.id);
    if (lifeMs !== null) {
      const timer: Timer = { handle: null, leftMs: lifeMs, since: 0 };
      timers.set(id, timer);
      if (!isPaused) start(id, timer);
    }
    change([...toasts, { id, tone, ...input }]);
    return id;
  };

  return {
    /** `lifeMs` extends the time, for a toast with something to undo. */
    success: (input: ToastInput & { lifeMs?: number }) => {
      const { lifeMs = SUCCESS_MS, ...shown } = input;
      return show('success', shown, lifeMs);
    },
    error: (input: ToastInput) => show('error', input, null),
    /** Stays until its work is done and `dismiss` is called. */
    busy: (input: ToastInput) => show('busy', input, null),
    dismiss,
    /** Nothing disappears while someone points at or is inside the toasts. */
    pause: () => {
      isPaused = true;
      for (const timer of timers.values()) {
        if (timer.handle === null) continue;
        stop(timer);
        timer.leftMs -= Date.now() - timer.since;
      }
    },
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      for (const [id, timer] of timers) start(id, timer);
    },
    list: () => toasts,
    subscribe,
  };
}

export const toast = createToastStore();
