import { useState } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { personalKey, personalStore, type PersonalStore } from '#src/lib/storage/personal-store.ts';

type Store = Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>;
type Kept = { at: number; value: unknown };

/** Together they stay well below browsers' storage quota; the oldest is dropped first. */
const KEPT_MAX = 20;

function read(store: Store, key: string): Kept | null {
  try {
    return JSON.parse(store.get(key) ?? 'null') as Kept | null; // reason: only `keep` writes these entries, and `value` is checked
  } catch {
    return null;
  }
}

/** Keeps what was typed for a template beyond a reload, or drops it if it is null. */
export function keep(store: Store, key: string, value: unknown, now = Date.now()): void {
  if (value === null) {
    if (store.get(key) !== null) store.remove(key);
    return;
  }
  if (store.get(key) === null) {
    const oldestFirst = store
      .keys(key.slice(0, key.lastIndexOf(':') + 1))
      .map((other) => ({ other, at: read(store, other)?.at ?? 0 }))
      .toSorted((a, b) => a.at - b.at);
    for (const { other } of oldestFirst.slice(0, Math.max(0, oldestFirst.length - KEPT_MAX + 1))) store.remove(other);
  }
  store.set(key, JSON.stringify({ at: now, value } satisfies Kept));
}

/** What was typed for a template and isn't saved yet. `parse` returns null for what an older version of the app has left. */
export function useKept<Value>(
  part: 'template-fill' | 'template-edit',
  id: string,
  parse: (value: unknown) => Value | null,
): [Value | null, (value: Value | null) => void] {
  const key = personalKey(useAuth().user.id, part, id);
  const [value, setValue] = useState(() => parse(read(personalStore, key)?.value));
  return [
    value,
    (changed) => {
      setValue(changed);
      keep(personalStore, key, changed);
    },
  ];
}
