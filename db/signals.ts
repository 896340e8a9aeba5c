import type { PGlite } from '@electric-sql/pglite';
import type { Sql } from 'postgres';

/** What processes on one database tell each other. A signal is a hint that may be lost: the tables are the truth. */
export const SIGNALS = ['turns_saved', 'turn_stop', 'session_ended'] as const;
export type Signal = (typeof SIGNALS)[number];
export type SignalHandlers = Record<Signal, (payload: string) => void> & {
  /** The line was just (re)made: whatever was said before is unheard. */
  onLine: () => void;
};

/** Hears the signals of every process, this one included, until the returned function is called. */
export type Listen = (handlers: SignalHandlers) => Promise<() => Promise<void>>;

export function listenOnPglite(pglite: PGlite): Listen {
  return async (handlers) => {
    const stops = await Promise.all(SIGNALS.map((signal) => pglite.listen(signal, handlers[signal])));
    handlers.onLine();
    return async () => {
      for (const stop of stops) await stop();
    };
  };
}

/** postgres.js keeps one connection for this and makes it anew, with growing pauses, when it breaks. */
export function listenOnPostgres(pool: Sql<{ bigint: number }>): Listen {
  return async (handlers) => {
    const lines = await Promise.all(
      SIGNALS.map((signal) => pool.listen(signal, handlers[signal], () => handlers.onLine())),
    );
    return async () => {
      // A line that is down has nothing to unlisten.
      await Promise.allSettled(lines.map((line) => line.unlisten()));
    };
  };
}
