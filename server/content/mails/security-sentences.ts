import type { SecurityEventKind } from '#contract/account/security-events.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';

/** What a notice says of an event; the other three where the usual subject, advice or button does not fit. */
export type Sentences = { said: string; subject?: string; ifNotMe?: string; button?: string };

const named = (detail: string) => (detail === '' ? '' : ` (${detail})`);

/** One for each kind, also for those that are not mailed today. `detail` is what the log keeps of the event. */
export const SECURITY_SENTENCES: Record<
  SecurityEventKind,
  (event: { detail: string; supportEmail: string }) => Sentences
> = {
  signed_in: () => ({ said: 'Somebody signed in to your account.' }),
  signed_in_new_device: () => ({
    said: 'Somebody signed in to your account from a device that has not been used with it before.',
    ifNotMe:
      'If it was you, there is nothing to do; your settings can switch these mails off. If it was not: set a new password and sign out everywhere in your settings.',
  }),
  attempts_blocked: () => ({
    said: 'Somebody entered a wrong password or code for your account many times, so signing in is paused for a while.',
    ifNotMe:
      'If it was you, wait a quarter of an hour or choose a new password on the sign-in page. If it was not, nobody got in by this; a second factor in your settings makes guessing useless.',
  }),
  session_ended: ({ detail }) => ({ said: `A device was signed out of your account${named(detail)}.` }),
  signed_out_everywhere: () => ({ said: 'Other devices were signed out of your account.' }),
  password_set: () => ({ said: 'A password was set for your account. Everyone else was signed out of it.' }),
  password_changed: () => ({ said: 'The password of your account was changed. Everyone else was signed out of it.' }),
  password_reset: () => ({
    said: 'A new password was chosen for your account by a link in a mail to this address. Everyone was signed out of it.',
    ifNotMe:
      'If it was you, there is nothing to do. If it was not, somebody reads your mail: secure your mailbox first, then ask for a new password on the sign-in page.',
  }),
  email_change_asked: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} account is to move to another address`,
    said: `Your account is to move to another address${named(detail)}. A link was sent there; until it is used, your account keeps this address.`,
    ifNotMe:
      'If it was you, open the link in the other mailbox. If it was not: cancel the change in your settings, set a new password and sign out everywhere.',
  }),
  email_changed: ({ detail, supportEmail }) => ({
    subject: `Your ${PRODUCT_NAME} account moved to another address`,
    said: `Your account moved to another address${named(detail)}. From now on you sign in with that one, and our mails go there.`,
    ifNotMe: `If it was you, there is nothing to do. If it was not, write to ${supportEmail} at once, from this address: it can no longer sign in.`,
  }),
  factor_added: ({ detail }) => ({ said: `A second factor was added to your account${named(detail)}.` }),
  factor_removed: ({ detail }) => ({ said: `A second factor was removed from your account${named(detail)}.` }),
  recovery_codes_made: () => ({
    said: 'New recovery codes were made for your account. The ones from before no longer work.',
  }),
  recovery_code_used: ({ detail }) => ({
    said: `Somebody used one of your recovery codes in place of the second factor${named(detail)}.`,
  }),
  passkey_added: ({ detail }) => ({ said: `A passkey was added to your account${named(detail)}.` }),
  passkey_removed: ({ detail }) => ({ said: `A passkey was removed from your account${named(detail)}.` }),
  identity_linked: ({ detail }) => ({ said: `Another way to sign in was linked with your account${named(detail)}.` }),
  identity_unlinked: ({ detail }) => ({ said: `A way to sign in was taken from your account${named(detail)}.` }),
  token_reused: () => ({
    said: 'A refresh token of a script was used twice. We cannot know which use was yours, so the script was signed out.',
    ifNotMe:
      'Sign the script in again. If it keeps happening, its token is copied somewhere: set a new password and sign out everywhere in your settings.',
  }),
  data_exported: () => ({ said: 'All data of your account was downloaded as a ZIP file.' }),
  deletion_asked: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} account will be deleted on ${detail}`,
    said: 'Everything in it goes with it. Until then your account works as before, and you can keep it.',
    button: 'Keep my account',
    ifNotMe:
      'To keep your account, sign in before that day and choose “Keep my account” in your settings. If it was not you who asked: do that now, set a new password and sign out everywhere.',
  }),
  deletion_cancelled: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} account stays`,
    said:
      detail === ''
        ? 'The deletion of your account was cancelled. Nothing in it was touched.'
        : `The deletion of your account was cancelled. Nothing in it was touched, but your plan stays cancelled. ${detail}, unless you choose “Keep my plan” on the billing page.`,
  }),
};
