import { DAY_MS } from '#contract/billing/plans.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

type Installation = { publicUrl: string; supportEmail: string };

/** `/.well-known/security.txt`. Its validity counts from today, so that a copy that is no longer served expires. Source: RFC 9116. */
export function securityTxt({ publicUrl, supportEmail }: Installation, now: Date): string {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return [
    `Contact: mailto:${supportEmail}`,
    `Contact: ${publicUrl}/contact?topic=security`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/security`,
    '',
  ].join('\n');
}
