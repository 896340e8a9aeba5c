/**
 * Changes of signed-in people that don't count toward their daily budget, each with its reason. All other mutations
 * count, whatever they write.
 */
export const UNCOUNTED_CHANGES: Record<string, string> = {
  'chat.send': 'a plan has a number of messages',
  'chat.resume': 'the same',
  'chat.stop': 'ends what was started',
  'auth.reauthentication.password': 'attempts are limited, and the owner needs them for what follows',
  'auth.reauthentication.sendEmailCode': 'the same',
  'auth.reauthentication.emailCode': 'the same',
  'auth.reauthentication.factor': 'the same',
  'auth.reauthentication.recoveryCode': 'the same',
  'auth.reauthentication.passkeyOptions': 'the same; a challenge is deleted within minutes',
  'auth.reauthentication.passkey': 'the same',
  'auth.signOut': 'nobody is kept from signing out',
  'account.endSession': 'the owner signs out somebody else',
  'account.endOtherSessions': 'the same',
  'account.signOutEverywhere': 'the same',
  'account.setPassword': 'the owner keeps somebody else out',
  'account.cancelDeletion': 'the owner keeps the account; asking for its deletion counts',
  'auth.factors.remove': 'the owner removes what somebody else added; adding counts',
  'auth.passkeys.remove': 'the same',
  'auth.oauth.unlink': 'the same',
  'auth.recoveryCodes.renew': 'the owner ends codes that somebody else knows',
  'billing.cancel': 'nobody is kept from leaving',
  'billing.requestRefund': 'the same',
};

/** Changes that write far more than they are sent, in kB: copies of something that is stored. */
const COPIED_KB: Record<string, number> = {
  'powerUps.automations.duplicate': 100,
  'powerUps.automations.restoreVersion': 100,
  'powerUps.templates.duplicate': 20,
};
const KB = 1_000;

/** How much of the daily budget for changes a mutation takes: one for each kB that it stores, and 0 if it isn't counted. */
export function weightOfChange(path: string, input: unknown): number {
  if (path in UNCOUNTED_CHANGES) return 0;
  return COPIED_KB[path] ?? Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(input) ?? '') / KB));
}
