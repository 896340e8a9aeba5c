const YES = new Set(['true', 'yes', 'on', '1']);
const NO = new Set(['false', 'no', 'off', '0']);

/** Yes or no as people and systems write it; null if the text says neither. */
export function readAnswer(text: string): boolean | null {
  const said = text.trim().toLowerCase();
  return YES.has(said) ? true : NO.has(said) ? false : null;
}
