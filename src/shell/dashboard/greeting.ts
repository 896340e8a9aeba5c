const NOON = 12;
const EVENING = 18;

/** The greeting of the header by the reader's own clock, with the first name where it is known. */
export function greeting(fullName: string, now: Date): string {
  const hour = now.getHours();
  const words = hour < NOON ? 'Good morning' : hour < EVENING ? 'Good afternoon' : 'Good evening';
  const first = firstName(fullName);
  return first ? `${words}, ${first}` : words;
}

function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/u)[0] ?? '';
}
