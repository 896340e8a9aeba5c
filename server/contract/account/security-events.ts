/**
 * The events in an account's security log. `emails` says whether the owner is notified by email; `line` is how the log words it.
 */
export const SECURITY_EVENTS = {
  signed_in: { line: 'Signed in', emails: false },
  signed_in_new_device: { line: 'Signed in from a new device', emails: true },
  attempts_blocked: { line: 'Sign-in paused after too many wrong attempts', emails: true },
  codes_blocked: { line: 'Code entry paused after too many wrong codes', emails: true },
  session_ended: { line: 'Signed out a device', emails: false },
  signed_out_everywhere: { line: 'Signed out everywhere', emails: true },
  password_set: { line: 'Password set', emails: true },
  password_changed: { line: 'Password changed', emails: true },
  password_reset: { line: 'Password reset with an email link', emails: true },
  reset_waits: { line: 'Second factor will be removed', emails: true },
  reset_completed: { line: 'Recently added second factor removed', emails: true },
  way_turned_on: { line: 'Way to sign in turned back on', emails: true },
  email_change_asked: { line: 'Email change requested', emails: true },
  email_changed: { line: 'Email address changed', emails: true },
  email_restored: { line: 'Email address restored', emails: true },
  factor_added: { line: 'Second factor added', emails: true },
  factor_removed: { line: 'Second factor removed', emails: true },
  recovery_codes_made: { line: 'New recovery codes created', emails: true },
  recovery_code_used: { line: 'Recovery code used', emails: true },
  passkey_added: { line: 'Passkey added', emails: true },
  passkey_removed: { line: 'Passkey removed', emails: true },
  identity_linked: { line: 'Sign-in account linked', emails: true },
  identity_unlinked: { line: 'Sign-in account unlinked', emails: true },
  token_reused: { line: 'A script was signed out because its refresh token was used twice', emails: true },
  data_exported: { line: 'All data downloaded', emails: true },
  deletion_asked: { line: 'Account deletion requested', emails: true },
  deletion_cancelled: { line: 'Account deletion canceled', emails: true },
} as const;
export type SecurityEventKind = keyof typeof SECURITY_EVENTS;
