import { firstName } from '#src/lib/text/first-name.ts';

const NOON = 12;
const EVENING = 18;

/** The header's greeting by the local time of day, with the first name if known. */
export function greeting(fullName: string, now: Date): string {
  const hour = now.getHours();
  const words = hour < NOON ? 'Good morning' : hour < EVENING ? 'Good afternoon' : 'Good evening';
  const first = firstName(fullName);
  return first ? `${words}, ${first}` : words;
}
