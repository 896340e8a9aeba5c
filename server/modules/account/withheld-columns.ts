/** What the download of one's data leaves out, column by column, with the reason that its README gives. Nothing else is left out. */
export const WITHHELD_COLUMNS: Record<string, Record<string, string>> = {
  users: { password_hash: 'the hash of your password: it would help whoever finds this file to guess it' },
  sessions: { id: 'the hash of the secret in your browser’s cookie' },
  email_links: {
    token_hash: 'the hash of the secret in a link that was mailed to you',
    password_hash: 'the hash of a password that waits for such a link',
  },
  oauth_attempts: {
    state_hash: 'the hash of a secret that guards a sign-in under way',
    browser_hash: 'the hash of the cookie that guards a sign-in under way',
  },
  factors: { secret: 'the secret of your authenticator app, which is kept encrypted' },
  factor_challenges: { code_hash: 'the keyed hash of a code that was sent to your phone' },
  recovery_codes: { code_hash: 'the keyed hash of a recovery code' },
  passkey_challenges: { challenge_hash: 'the hash of a question to your passkey' },
  refresh_tokens: {
    token_hash: 'the hash of a token that a script of yours holds',
    session_id: 'a secret’s hash that names the session; your sessions are listed with their public ids',
  },
};
