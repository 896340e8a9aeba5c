import { parse } from 'bowser';

/** Whether the browser runs on a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  const { type } = userAgent === '' ? {} : parse(userAgent).platform;
  return type === 'mobile' || type === 'tablet';
}

const FIRST_WORD = /^[\w.@/-]{1,60}/;

/**
 * A device name that people recognize, such as "Firefox on Windows"; for a script, the first word of its user agent.
 * Our warnings quote it, so it never has more words of a client's own (NAME-1).
 */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  const found = browser.name ?? '';
  // Bowser names an unknown browser with the beginning of its user agent, which could be a sentence.
  const name = userAgent.startsWith(found) ? FIRST_WORD.exec(found)?.[0] : found;
  // Bowser returns an empty text for a system it doesn't know.
  if (name && os.name) return `${name} on ${os.name}`;
  return name ?? FIRST_WORD.exec(userAgent)?.[0] ?? 'Unknown device';
}
