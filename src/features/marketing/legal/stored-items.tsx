import type { StoredItem } from './browser-storage.ts';

/** Names, purposes and times, one line each. */
export function StoredItems({ entries }: { entries: readonly StoredItem[] }) {
  return (
    <ul>
      {entries.map(({ name, what, until }) => (
        <li key={name}>
          <code translate="no">{name}</code>
          <span>{`: ${what}. Kept ${until}.`}</span>
        </li>
      ))}
    </ul>
  );
}
