import { ModelError } from './model-error.ts';

export type Progress = {
  signal: AbortSignal;
  touch: () => void;
  giveUp: (error: ModelError) => void;
  stop: () => void;
};

/** Aborts when `idleTimeoutMs` pass without a `touch`, or after `totalTimeoutMs` overall. */
export function watchProgress(limits: { idleTimeoutMs: number; totalTimeoutMs: number }): Progress {
  const controller = new AbortController();
  const giveUp = (error: ModelError) => controller.abort(error);
  const idle = setTimeout(() => giveUp(new ModelError('timeout', { code: 'silence' })), limits.idleTimeoutMs);
  const total = setTimeout(() => giveUp(new ModelError('timeout', { code: 'total' })), limits.totalTimeoutMs);
  // The timers don't keep the process alive; the connection does while there is something to wait for.
  idle.unref();
  total.unref();
  return {
    signal: controller.signal,
    touch: () => void idle.refresh(),
    giveUp,
    stop: () => {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}
