import bowser from 'bowser';

/** What a person calls the thing they sit at, like "Firefox on Windows"; scripts give their own first word. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name ?? /^[\w.@/-]{1,60}/.exec(userAgent)?.[0] ?? 'Unknown device';
}
