import { ModelError } from './model-error.ts';

export type Progress = {
  signal: AbortSignal;
  touch: () => void;
  giveUp: (error: ModelError) => void;
  stop: () => void;
};

/** Aborts when `idleTimeoutMs` pass without `touch`, or `totalTimeoutMs` in all. */
export function watchProgress(limits: { idleTimeoutMs: number; totalTimeoutMs: number }): Progress {
  const controller = new AbortController();
  const giveUp = (error: ModelError) => controller.abort(error);
  const idle = setTimeout(() => giveUp(new ModelError('timeout', { code: 'silence' })), limits.idleTimeoutMs);
  const total = setTimeout(() => giveUp(new ModelError('timeout', { code: 'total' })), limits.totalTimeoutMs);
  // The connection keeps the process alive as long as there is something to wait for.
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
