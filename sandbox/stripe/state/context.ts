import type { Store } from './store.ts';
import type { Switches } from './tables.ts';

/** The context of a piece of work: the rows, the time, and whose request it is. */
export type Context = {
  store: Store;
  /** The account's time in Unix seconds. */
  time: number;
  /** Where people reach the sandbox's pages, without a trailing slash. */
  pagesUrl: string;
  request: { id: string; idempotencyKey: string | null } | null;
};

export function switchesOf(store: Store): Switches {
  return (
    store.find('switches', 'switches') ?? {
      id: 'switches',
      aheadSeconds: 0,
      webhooks: 'normal',
      afterLastRetry: 'cancel',
      fault: null,
      faultsLeft: 0,
    }
  );
}

export function setSwitches(store: Store, changes: Partial<Switches>): void {
  store.put('switches', { ...switchesOf(store), ...changes });
}
