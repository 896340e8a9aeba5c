import type { PGlite } from '@electric-sql/pglite';
import type { Sql } from 'postgres';
import type { Types } from './postgres/postgres-client.ts';

/** Signals between processes on one database. A signal is a hint that may get lost: the tables are the source of truth. */
export const SIGNALS = ['turns_saved', 'turn_stop', 'session_ended', 'notices_changed'] as const;
export type Signal = (typeof SIGNALS)[number];
export type SignalHandlers = Record<Signal, (payload: string) => void> & {
  /** The connection was just (re)established: earlier signals may have been missed. */
  onConnect: () => void;
};

/** Listens to the signals of every process, including this one, until the returned function is called. */
export type Listen = (handlers: SignalHandlers) => Promise<() => Promise<void>>;

export function listenOnPglite(pglite: PGlite): Listen {
  return async (handlers) => {
    const stops = await Promise.all(SIGNALS.map((signal) => pglite.listen(signal, handlers[signal])));
    handlers.onConnect();
    return async () => {
      for (const stop of stops) await stop();
    };
  };
}

/** postgres.js keeps one connection for this and reconnects with increasing delays when it breaks. */
export function listenOnPostgres(pool: Sql<Types>): Listen {
  return async (handlers) => {
    const lines = await Promise.all(
      SIGNALS.map((signal) => pool.listen(signal, handlers[signal], () => handlers.onConnect())),
    );
    return async () => {
      // A broken connection has nothing to unlisten.
      await Promise.allSettled(lines.map((line) => line.unlisten()));
    };
  };
}
