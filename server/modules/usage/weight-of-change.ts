/**
 * Mutations of signed-in people that don't count toward the daily budget for changes, and why. All others count,
 * whatever they write.
 */
export const UNCOUNTED_CHANGES: Record<string, string> = {
  'chat.send': 'the plan limits messages',
  'chat.resume': 'the same',
  'chat.stop': 'only ends what was started',
  'auth.reauthentication.password': 'attempts are limited, and the owner needs it before sensitive changes',
  'auth.reauthentication.sendEmailCode': 'the same',
  'auth.reauthentication.emailCode': 'the same',
  'auth.reauthentication.factor': 'the same',
  'auth.reauthentication.recoveryCode': 'the same',
  'auth.reauthentication.passkeyOptions': 'the same; a challenge is deleted within minutes',
  'auth.reauthentication.passkey': 'the same',
  'auth.signOut': 'anyone can always sign out',
  'account.endSession': 'the owner signs out an intruder',
  'account.endOtherSessions': 'the same',
  'account.signOutEverywhere': 'the same',
  'account.setPassword': 'the owner locks out an intruder',
  'account.cancelDeletion': 'the owner keeps the account; requesting its deletion counts',
  'auth.factors.remove': 'the owner removes what an intruder added; adding counts',
  'auth.passkeys.remove': 'the same',
  'auth.oauth.unlink': 'the same',
  'account.waysIn.remove': 'the same',
  'auth.recoveryCodes.renew': 'the owner replaces codes that an intruder knows',
  'account.askDeletion': 'anyone can always leave',
  'account.cancelEmailChange': 'only ends what was started',
  'powerUps.automations.pauseAll': 'stops automations',
  'powerUps.automations.cancelRun': 'the same',
  'powerUps.automations.removeRecipient': 'stops emails',
  'notifications.setPreference': 'the same',
  'notifications.mute': 'the same',
  'notifications.push.unsubscribe': 'the same',
  'chat.setPrivate': 'protects what was said',
  'chat.deleteConversation': 'the same',
  'brain.setLearning': 'the same',
  'brain.sources.remove': 'frees storage',
};

/**
 * The weights of changes that write far more than they're sent, in kB: copies of something that's stored, and the
 * messages of two threads of a conversation, of which one is shown from then on.
 */
const WRITTEN_KB: Record<string, number> = {
  'powerUps.automations.duplicate': 100,
  'powerUps.automations.restoreVersion': 100,
  'powerUps.templates.duplicate': 20,
  'chat.showVersion': 10,
};
const KB = 1_000;

const isTurningOff = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'isOn' in input && input.isOn === false;

/** How much a mutation takes from the daily budget for changes: one for each kB, or 0 if it isn't counted. */
export function weightOfChange(path: string, input: unknown): number {
  // Calls to Stripe have a limit of their own, and a customer can always pay or leave.
  if (path in UNCOUNTED_CHANGES || path.startsWith('billing.')) return 0;
  if (path === 'powerUps.automations.setOn' && isTurningOff(input)) return 0;
  return WRITTEN_KB[path] ?? Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(input) ?? '') / KB));
}
