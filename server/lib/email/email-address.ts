import { domainToUnicode } from 'node:url';

const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com']);
const IGNORES_TAG = new Set([
  ...IGNORES_DOTS,
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'fastmail.com',
  'proton.me',
  'protonmail.com',
]);

/** `n•••@example.com`: enough for its owner to recognize it, too little for anyone else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

const withoutTag = (local: string): string => local.split('+', 1)[0] ?? '';

/**
 * Normalizes two spellings of one mailbox to the same text, where the provider ignores case, dots and `+tag` (TRIAL-2). An international
 * domain is spelled in Unicode, to match hashes from before addresses were stored in ASCII.
 */
export function normalizeEmail(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const ascii = lower.slice(at + 1);
  const domain = domainToUnicode(ascii) || ascii;
  let local = lower.slice(0, at);
  if (IGNORES_TAG.has(domain)) local = withoutTag(local);
  if (IGNORES_DOTS.has(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/**
 * One mailbox, for limits on what we send to strangers. Most servers deliver `name+anything` to `name`; where a server doesn't, two people
 * share an allowance, which does less harm.
 */
export function mailboxForLimits(email: string): string {
  const normalized = normalizeEmail(email);
  const at = normalized.lastIndexOf('@');
  return `${withoutTag(normalized.slice(0, at))}${normalized.slice(at)}`;
}
