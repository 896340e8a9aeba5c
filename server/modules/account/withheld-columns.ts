/** The columns that a data download leaves out, with the reason its README gives. Nothing else is left out. */
export const WITHHELD_COLUMNS: Record<string, Record<string, string>> = {
  users: { password_hash: 'the hash of your password, which would help anyone who finds this file guess it' },
  sessions: { id: 'the hash of the secret in your browser’s cookie' },
  email_links: {
    token_hash: 'the hash of the secret in a link we emailed you',
    password_hash: 'the hash of a password waiting for you to use that link',
  },
  messages: { words: 'the words of the message a second time, in the form that search uses' },
  facts: { words: 'the words of the fact a second time, in the form that search uses' },
  passages: { words: 'the words of the passage a second time, in the form that search uses' },
  fact_vectors: {
    signs: 'what the fact means, as numbers that a model made of it; they say nothing without that model',
    numbers: 'the same',
  },
  passage_vectors: {
    signs: 'what the passage means, as numbers that a model made of it; they say nothing without that model',
    numbers: 'the same',
  },
  source_file_pieces: { content: 'your documents are in documents/, as you added them' },
  source_pages: { hash: 'the hash of the page’s text, by which we notice that it has changed' },
  oauth_attempts: {
    state_hash: 'the hash of a secret that protects a sign-in in progress',
    browser_hash: 'the hash of the cookie that protects a sign-in in progress',
  },
  authorization_codes: { code_hash: 'the hash of a code that one of your scripts can exchange for a session' },
  factors: { secret: 'the secret of your authenticator app, which is kept encrypted' },
  factor_challenges: { code_hash: 'the keyed hash of a code we sent to your phone' },
  disabled_ways: { content: 'what signing in that way takes, kept in case you turn it back on' },
  recovery_codes: { code_hash: 'the keyed hash of a recovery code' },
  passkey_challenges: { challenge_hash: 'the hash of a challenge for your passkey' },
  push_subscriptions: {
    endpoint: 'the address at which your browser gets notifications; whoever knows it could have them sent there',
    p256dh: 'a key that notifications for your browser are encrypted with',
    auth: 'the same',
  },
  automations: {
    hook_hash: 'the hash of the secret part of an automation’s incoming address',
    hook_secret: 'the secret that calls to your automation and from it are checked with, which is kept encrypted',
  },
  automation_recipients: { link_hash: 'the hash of the secret in a link we emailed to this address' },
  refresh_tokens: {
    token_hash: 'the hash of a token that one of your scripts uses',
    session_id: 'the hash of a secret that identifies the session; your sessions are listed with their public ids',
  },
};
