import { parse } from 'bowser';

/** What a person calls the thing they sit at, like "Firefox on Windows"; scripts give their own first word. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  // What it does not know it calls nothing, as an empty text.
  if (browser.name) return browser.name;
  return /^[\w.@/-]{1,60}/.exec(userAgent)?.[0] ?? 'Unknown device';
}
