import type { Kept } from './kept-in-browser.ts';

/** Names, purposes and times, one line each. */
export function KeptList({ entries }: { entries: readonly Kept[] }) {
  return (
    <ul>
      {entries.map(({ name, what, until }) => (
        <li key={name}>
          <code>{name}</code>: {what}. Kept {until}.
        </li>
      ))}
    </ul>
  );
}
