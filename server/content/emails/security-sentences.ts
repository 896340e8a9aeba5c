import { FORMER_EMAIL_DAYS, NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import type { SecurityEventKind } from '#contract/account/security-events.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';

/** What a notice says about an event. The optional fields replace the usual subject, advice or button. */
export type Sentences = { said: string; subject?: string; ifNotMe?: string; button?: string };

/** The rule of docs/decisions/051, for whoever wonders where a passkey has gone. */
const TURNED_OFF = `Any ways to sign in that were added in the last ${NEW_WAY_DAYS} days were turned off. You can turn your own back on under “Account access” in your settings.`;

/** The name that someone gave it, or that a device gives itself. */
const named = (detail: string) => (detail === '' ? '' : ` (${quotedName(detail)})`);
/** The same for words of ours and for addresses, which are never cut. */
const stated = (detail: string) => (detail === '' ? '' : ` (${detail})`);

/**
 * One for each kind, including those that aren't emailed today. `detail` is what the log stores about the event, on one
 * line.
 */
export const SECURITY_SENTENCES: Record<SecurityEventKind, (event: { detail: string }) => Sentences> = {
  signed_in: () => ({ said: 'Someone signed in to your account.' }),
  signed_in_new_device: () => ({
    said: "Someone signed in to your account from a device we haven't seen before.",
    ifNotMe:
      "If this was you, you can ignore this email, or turn these emails off in your settings. If it wasn't, choose “It wasn't me” below.",
  }),
  attempts_blocked: () => ({
    said: "Someone entered a wrong password or code for your account many times, so we've paused those attempts for a while.",
    ifNotMe:
      "If this was you, wait 15 minutes or reset your password on the sign-in page. If it wasn't, they didn't get in this way, and your password still works in browsers where you've signed in before. A second factor, which you can add in your settings, makes guessing useless. We send this email at most once a day.",
  }),
  codes_blocked: () => ({
    said: "Someone got past the first step of signing in to your account and then entered too many wrong codes, so we've paused code entry there. They didn't get in.",
    ifNotMe:
      "If this was you, wait a while, or sign in with a passkey or in a browser where you've entered a code before. If it wasn't, someone probably knows your password: sign in that way and set a new one, or reset it on the sign-in page. We send this email at most once a day.",
  }),
  session_ended: ({ detail }) => ({ said: `A device was signed out of your account${named(detail)}.` }),
  // A script that signs out turns off nothing.
  signed_out_everywhere: () => ({
    said: 'Other devices were signed out of your account. If that turned off a way to sign in that you use, you can turn it back on under “Account access” in your settings.',
  }),
  password_set: () => ({
    said: `A password was set for your account. All other devices were signed out. ${TURNED_OFF}`,
  }),
  password_changed: () => ({
    said: `The password for your account was changed. All other devices were signed out. ${TURNED_OFF}`,
  }),
  password_reset: () => ({
    said: `The password for your account was reset with a link we emailed to this address. All devices were signed out. ${TURNED_OFF}`,
    ifNotMe:
      "If this was you, you can ignore this email. If it wasn't, someone else can read your email: secure your mailbox first, then choose “It wasn't me” below.",
  }),
  reset_waits: ({ detail }) => ({
    said: `A second factor was added to your account less than 24 hours before your password was reset or your other devices were signed out. We'll remove it on ${detail}. After that, you won't need it to sign in.`,
    ifNotMe:
      "If you added the second factor, sign in with it before then to keep it. If you didn't add it, sign in after that. If someone else reset the password or signed out your devices, secure your mailbox first, then choose “It wasn't me” below.",
  }),
  reset_completed: () => ({
    said: 'We removed the second factor that was added shortly before your password was reset or your other devices were signed out. You no longer need it to sign in.',
    ifNotMe: "If that wasn't you, secure your mailbox first, then choose “It wasn't me” below.",
  }),
  way_turned_on: ({ detail }) => ({
    said: `A way to sign in that had been turned off was turned back on${stated(detail)}.`,
  }),
  email_change_asked: ({ detail }) => ({
    subject: `Someone asked to change your ${PRODUCT_NAME} email address`,
    said: `Someone asked to switch your account to another email address${stated(detail)}. We sent a link there. Your account keeps this address until the link is used.`,
    ifNotMe:
      "If this was you, open the link in the other mailbox. If it wasn't, choose “It wasn't me” below. That cancels the change, too.",
  }),
  email_changed: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    said: `Your account now uses another email address${stated(detail)}. Sign in with that one from now on. We'll send our emails there too.`,
    ifNotMe: `If this was you, you can ignore this email. If it wasn't, choose “It wasn't me” below within ${FORMER_EMAIL_DAYS} days and enter this address. We'll email you a link that makes it your account's address again and lets you set a new password.`,
  }),
  email_restored: ({ detail }) => ({
    said: `Your account's email address was changed back to ${detail === '' ? 'an earlier one' : detail}. Someone used a password reset link we sent there. The address that had replaced it no longer works for signing in.`,
    ifNotMe:
      "If this was you, you can ignore this email. If it wasn't, someone else can read that address's email: secure that mailbox first, then choose “It wasn't me” below and enter it.",
  }),
  factor_added: ({ detail }) => ({ said: `A second factor was added to your account${named(detail)}.` }),
  factor_removed: ({ detail }) => ({ said: `A second factor was removed from your account${named(detail)}.` }),
  recovery_codes_made: () => ({
    said: 'New recovery codes were created for your account. The old ones no longer work.',
  }),
  recovery_code_used: ({ detail }) => ({
    said: `Someone signed in with one of your recovery codes instead of the second factor${stated(detail)}.`,
  }),
  passkey_added: ({ detail }) => ({ said: `A passkey was added to your account${named(detail)}.` }),
  passkey_removed: ({ detail }) => ({ said: `A passkey was removed from your account${named(detail)}.` }),
  identity_linked: ({ detail }) => ({ said: `A new way to sign in was linked to your account${stated(detail)}.` }),
  identity_unlinked: ({ detail }) => ({ said: `A way to sign in was unlinked from your account${stated(detail)}.` }),
  token_reused: () => ({
    said: "One of your scripts' refresh tokens was used twice. We can't tell which use was yours, so we signed the script out.",
    ifNotMe:
      "Sign the script in again. If this keeps happening, someone may have a copy of its token: choose “It wasn't me” below.",
  }),
  data_exported: () => ({ said: 'All the data in your account was downloaded as a ZIP file.' }),
  deletion_asked: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} account will be deleted on ${detail}`,
    said: 'Everything in your account will be deleted with it. Until then it works as usual, and you can change your mind.',
    button: 'Keep my account',
    ifNotMe:
      "To keep your account, sign in before that day and choose “Keep my account” in your settings. If you didn't ask for this, first choose “It wasn't me” below and set a new password. That works even if your account's email address was changed.",
  }),
  deletion_cancelled: ({ detail }) => ({
    subject: `Your ${PRODUCT_NAME} account won't be deleted`,
    said:
      detail === ''
        ? "You're keeping your account, and everything in it is still there."
        : `You're keeping your account, and everything in it is still there. Your plan is still canceled, though. ${detail}, unless you choose “Keep my plan” on the billing page.`,
  }),
};
