import { parse } from 'bowser';

/** Whether the browser runs on a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  const { type } = userAgent === '' ? {} : parse(userAgent).platform;
  return type === 'mobile' || type === 'tablet';
}

/** A device name that people recognize, such as "Firefox on Windows"; for a script, the first word of its user agent. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  // Bowser returns an empty text for a system it doesn't know.
  if (browser.name) return browser.name;
  return /^[\w.@/-]{1,60}/.exec(userAgent)?.[0] ?? 'Unknown device';
}
