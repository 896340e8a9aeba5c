/** Two spellings of one mailbox compare equal where the provider ignores case, dots and `+tag` (DECISIONS "Trial"). */
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

/** `n•••@example.com`: enough for its owner to know it, too little for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

export function normalizeEmail(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  let local = lower.slice(0, at);
  if (IGNORES_TAG.has(domain)) local = local.replace(/\+.*$/, '');
  if (IGNORES_DOTS.has(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/**
 * One mailbox for limits on what we mail to strangers. Most servers deliver `name+anything` to `name`; where one does not, two
 * people share an allowance, which is the smaller harm.
 */
export function mailboxForLimits(email: string): string {
  return normalizeEmail(email).replace(/\+[^@]*@/, '@');
}
