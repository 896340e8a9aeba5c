/** A person's initials in a circle: people are round, teammates are paper. Decorative next to the name. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  // By code point, so that a character outside the basic plane isn't split.
  const letters = chosen.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <span className="user" aria-hidden="true">
      {letters.toLocaleUpperCase() || '?'}
    </span>
  );
}
