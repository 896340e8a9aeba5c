import { AUTOMATION_ERRORS } from './automations/automation-errors.ts';
import { BILLING_ERRORS } from './billing/billing-errors.ts';
import { UNEXPECTED_PROBLEM } from './texts.ts';
import { TEMPLATE_ERRORS } from './templates/template-errors.ts';

/** Every error a person can meet, with its HTTP status and a plain sentence. A code without both doesn't compile. */
export const ERROR_CODES = {
  FACT_HOLDS_SECRET: {
    status: 422,
    text: 'This looks like a password, key, or card number. Please leave it out: your team doesn’t need it.',
  },
  FACT_MAY_BE_SHARED: {
    status: 422,
    text: 'This looks like a password or a bank account number. If it’s your guest Wi-Fi password or your business’s own bank details, you can share it with your team.',
  },
  TOO_MANY_FACTS: {
    status: 409,
    text: 'Your team already remembers as much as it can. Forget what you no longer need, then add this.',
  },
  STORAGE_FULL: {
    status: 409,
    text: 'That’s more than the storage that’s left on your plan. Remove a document or a page, or choose a larger plan.',
  },
  TOO_MANY_SOURCES: {
    status: 409,
    text: 'You’ve added as many documents and pages as an account can have. Remove one first.',
  },
  FILE_TOO_LARGE: { status: 413, text: 'This file is larger than 20 MB. Split it into smaller files and add those.' },
  TOO_MANY_UPLOADS: {
    status: 429,
    text: 'You’ve added a lot of files in the past hour. Please add the rest later.',
  },
  EMPTY_FILE: { status: 422, text: 'This file is empty. Please choose another one.' },
  SOURCE_BEING_READ: { status: 409, text: 'We’re still reading this website. Please try again later.' },
  FILE_GONE: { status: 409, text: 'We don’t keep files we couldn’t read. Please choose the file again.' },
  FILE_IS_PRIVATE: { status: 409, text: 'This file stays in its private chat.' },
  UPLOAD_STALLED: { status: 400, text: 'The upload stopped halfway. Please try again.' },
  UNAUTHENTICATED: { status: 401, text: 'Please sign in to continue.' },
  INVALID_CREDENTIALS: {
    status: 401,
    text: 'That email and password don’t match. Please try again.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    text: 'Please confirm your email address first. We’ve sent you a new link.',
  },
  MAIL_UNAVAILABLE: {
    status: 503,
    text: 'We can’t send emails right now. Please try again in a few minutes.',
  },
  COMMON_PASSWORD: {
    status: 400,
    text: 'This password is on the lists attackers try first. Please choose another one.',
  },
  PASSWORD_WANTED: {
    status: 409,
    text: 'Someone signed up with this address and a different password. To make sure the account is yours, choose a new password with the link we just emailed you.',
  },
  LINK_INVALID: {
    status: 400,
    text: 'This link has expired or was already used. Sign in to get a new one.',
  },
  NEWSLETTER_LINK_INVALID: {
    status: 400,
    text: 'This link has expired or was already used. Enter your address again to get a new one.',
  },
  MAILBOX_REFUSED: {
    status: 422,
    text: 'We couldn’t deliver email to this address. Please check it.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    text: 'Too many attempts. Please wait a few minutes and try again.',
  },
  PASSWORD_PAUSED: {
    status: 429,
    text: 'Too many wrong passwords were entered for this email address today. Choose “Forgot your password?” and we’ll email you a link that lets you in.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    text: 'Please enter your security code to finish signing in.',
  },
  REAUTHENTICATION_NEEDED: { status: 403, text: 'Please confirm it’s you before you change this.' },
  CODE_INVALID: {
    status: 422,
    text: 'That code is wrong or has expired. Please try again.',
  },
  FACTOR_UNREADABLE: {
    status: 503,
    text: 'Your code may be right, but we can’t check it because of a problem on our end. Please sign in another way, or contact support.',
  },
  PASSWORD_WRONG: { status: 422, text: 'That’s not your password. Please try again.' },
  SAME_PASSWORD: { status: 422, text: 'That’s already your password.' },
  EMAIL_WAS_REPLACED: {
    status: 409,
    text: 'An account used this email address until less than 30 days ago. To get that account back, choose “Forgot your password?” and enter this address.',
  },
  SAME_EMAIL: { status: 422, text: 'That’s already your email address.' },
  FACTOR_NAME_TAKEN: {
    status: 409,
    text: 'You already have one with this name. Please choose another.',
  },
  TOO_MANY_FACTORS: {
    status: 409,
    text: 'You’ve added as many as an account can have. Remove one first.',
  },
  PHONE_REFUSED: {
    status: 422,
    text: 'We couldn’t send a code to this number. Please check it and try again.',
  },
  SMS_LIMIT: {
    status: 429,
    text: 'You’ve reached today’s limit for codes. Please use another way to sign in, or try again tomorrow.',
  },
  SMS_HOUR_LIMIT: {
    status: 429,
    text: 'We’ve sent several codes to this number. Please use another way to sign in, or try again in an hour.',
  },
  SMS_TOO_SOON: {
    status: 429,
    text: 'We just sent a code to this number. Please wait a minute before you ask for another.',
  },
  SMS_UNAVAILABLE: {
    status: 503,
    text: 'We can’t send messages to phones right now. Please try again later.',
  },
  PROVIDER_CANCELLED: { status: 400, text: 'You canceled the sign-in. Nothing was changed.' },
  PROVIDER_SILENT: {
    status: 504,
    text: 'The sign-in service didn’t respond. Please try again in a moment.',
  },
  PROVIDER_FAILED: {
    status: 502,
    text: 'The sign-in service sent a response we couldn’t verify. Please try again.',
  },
  PROVIDER_EMAIL_UNCONFIRMED: {
    status: 403,
    text: 'The sign-in service hasn’t verified your email address. Verify it there first, or sign up with a password.',
  },
  SIGN_IN_STALE: {
    status: 400,
    text: 'This sign-in has expired or was started in another browser. Please try again.',
  },
  FORM_NOT_READY: {
    status: 409,
    text: 'The page hadn’t loaded completely, so we couldn’t use what you sent. Please try again.',
  },
  IDENTITY_TAKEN: {
    status: 409,
    text: 'That sign-in is already linked to another Tenfold account. Sign in with it, or unlink it there first.',
  },
  IDENTITY_DIFFERS: {
    status: 409,
    text: 'Your Tenfold account is linked to a different account at that service. Sign in with that one, or sign in another way and unlink it first.',
  },
  WAY_IN_OFF: {
    status: 403,
    text: 'This way to sign in was turned off. Sign in another way, and turn it back on under “Account access” in your settings.',
  },
  WAY_IN_REPLACED: {
    status: 409,
    text: 'Something else has since taken its place. Remove the new one first, or remove this one for good.',
  },
  LAST_WAY_IN: {
    status: 409,
    text: 'This is your only way to sign in. Add another one first.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    text: 'That passkey didn’t work here. Please try again, or sign in another way.',
  },
  REFRESH_TOKEN_INVALID: {
    status: 401,
    text: 'We don’t recognize this refresh token. Please sign in again.',
  },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    text: 'This refresh token was already used, so its session has ended. Please sign in again.',
  },
  INVALID_INPUT: { status: 400, text: 'Please check what you entered.' },
  NOT_FOUND: { status: 404, text: 'We can’t find that. It may have been deleted.' },
  ASSISTANT_LOCKED: { status: 403, text: 'This assistant isn’t in your plan.' },
  BUDGET_USED_UP: { status: 429, text: 'You’ve reached today’s limit. Please try again tomorrow.' },
  USAGE_LIMIT: { status: 403, text: 'You’ve reached your plan’s limit for this month.' },
  FEATURE_LOCKED: { status: 403, text: 'This isn’t in your plan.' },
  ...BILLING_ERRORS,
  ...TEMPLATE_ERRORS,
  ...AUTOMATION_ERRORS,
  SEARCH_TOO_SLOW: { status: 422, text: 'That search takes too long. Try a longer or rarer word.' },
  SEARCH_REPLACED: { status: 409, text: 'Another search of yours took this one’s place. Please try again.' },
  TOO_MANY_STREAMS: {
    status: 429,
    text: 'Too many answers are open. Please try again in a moment.',
  },
  REPLY_PENDING: { status: 409, text: 'There’s still an answer on its way.' },
  ALREADY_SENT: {
    status: 409,
    text: 'This was already sent. If you don’t see it in your chats, its conversation was deleted.',
  },
  MODEL_OFF: {
    status: 503,
    text: 'The assistants are turned off right now. This didn’t count toward your messages. Please try again later.',
  },
  MODEL_BUDGET: {
    status: 503,
    text: 'The assistants have done all they can for today. This didn’t count toward your messages. Please come back tomorrow.',
  },
  PERSON_BUDGET: {
    status: 429,
    text: 'You’ve reached today’s limit for answers. This didn’t count toward your messages. Please come back tomorrow.',
  },
  VISITOR_LIMIT: {
    status: 429,
    text: 'That’s as many questions as we can answer here for now. Please come back in an hour.',
  },
  MODEL_FAILED: {
    status: 503,
    text: 'No answer came this time. Please try again in a minute.',
  },
  SERVER_BUSY: {
    status: 503,
    text: 'We’re busy right now. Nothing was changed. Please try again in a minute.',
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    text: 'We can’t reach your data right now. We’re on it. Please try again in a minute.',
  },
  CANNOT_SAVE: {
    status: 503,
    text: 'We can’t save changes right now. Everything you’ve already saved is safe. We’re on it, so please try again in a few minutes.',
  },
  EXPORT_RUNNING: {
    status: 429,
    text: 'We’re already preparing your download.',
  },
  FORBIDDEN_ORIGIN: { status: 403, text: 'This request came from another site, so we refused it.' },
  TOO_LARGE: { status: 413, text: 'That’s too much to send in one go.' },
  INTERNAL: { status: 500, text: UNEXPECTED_PROBLEM },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
