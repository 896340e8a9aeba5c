import { BILLING_ERRORS } from './billing/billing-errors.ts';

/** Every error a person can meet, with its HTTP status and its plain sentence. A code without both does not compile. */
export const ERROR_CODES = {
  UNAUTHENTICATED: { status: 401, text: 'Please sign in to continue.' },
  INVALID_CREDENTIALS: {
    status: 401,
    text: 'That email and password do not match. Please try again.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    text: 'Please confirm your email address first. We have sent you a new link.',
  },
  COMMON_PASSWORD: {
    status: 400,
    text: 'This password is on lists that attackers try first. Please choose another one.',
  },
  PASSWORD_WANTED: {
    status: 409,
    text: 'Somebody signed up with this address and another password. To be sure that the account is yours, choose a new one by the link that we have just mailed you.',
  },
  LINK_INVALID: {
    status: 400,
    text: 'This link has expired or was already used. Sign in to get a new one.',
  },
  NEWSLETTER_LINK_INVALID: {
    status: 400,
    text: 'This link has expired or was already used. Enter your address once more to get a new one.',
  },
  MAILBOX_REFUSED: {
    status: 422,
    text: "We couldn't deliver email to this address. Please check it.",
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    text: 'Too many attempts. Please wait a few minutes and try again.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    text: 'Please enter your security code to finish signing in.',
  },
  PROOF_NEEDED: { status: 403, text: 'Please confirm that it is you before you change this.' },
  CODE_INVALID: {
    status: 422,
    text: 'That code is not right or has expired. Please try again.',
  },
  PASSWORD_WRONG: { status: 422, text: 'That is not your password. Please try again.' },
  SAME_PASSWORD: { status: 422, text: 'This is your password already.' },
  SAME_EMAIL: { status: 422, text: 'This is your email address already.' },
  FACTOR_NAME_TAKEN: {
    status: 409,
    text: 'You have one with this name already. Please choose another.',
  },
  TOO_MANY_FACTORS: {
    status: 409,
    text: 'That is as many as an account can have. Remove one first.',
  },
  PHONE_REFUSED: {
    status: 422,
    text: 'We could not send a code to this number. Please check it and try again.',
  },
  SMS_LIMIT: {
    status: 429,
    text: 'That is as many codes as we send in one day. Please use another way or try again tomorrow.',
  },
  SMS_TOO_SOON: {
    status: 429,
    text: 'We have just sent a code to this number. Please wait half a minute before you ask for another.',
  },
  SMS_UNAVAILABLE: {
    status: 503,
    text: 'Messages to phones do not go out at the moment. Please try again later.',
  },
  PROVIDER_CANCELLED: { status: 400, text: 'You cancelled the sign-in. Nothing was changed.' },
  PROVIDER_SILENT: {
    status: 504,
    text: 'The sign-in service did not answer. Please try again in a moment.',
  },
  PROVIDER_FAILED: {
    status: 502,
    text: 'The sign-in service gave an answer that we could not trust. Please try again.',
  },
  PROVIDER_EMAIL_UNCONFIRMED: {
    status: 403,
    text: 'The sign-in service has not confirmed your email address. Confirm it there first, or sign up with a password.',
  },
  SIGN_IN_STALE: {
    status: 400,
    text: 'This sign-in has expired or was started in another browser. Please try again.',
  },
  IDENTITY_TAKEN: {
    status: 409,
    text: 'That account already opens another account here. Sign in with it, or unlink it there first.',
  },
  IDENTITY_DIFFERS: {
    status: 409,
    text: 'Your account here is linked with another account of that service. Sign in with that one, or in another way and unlink it first.',
  },
  LAST_WAY_IN: {
    status: 409,
    text: 'This is the only way into your account. Add another one first.',
  },
  PASSKEY_REFUSED: {
    status: 422,
    text: 'That passkey did not work here. Please try again or use another way to sign in.',
  },
  REFRESH_TOKEN_INVALID: {
    status: 401,
    text: 'This refresh token is not known. Please sign in again.',
  },
  REFRESH_TOKEN_REUSED: {
    status: 401,
    text: 'This refresh token was used before, so its session has ended. Please sign in again.',
  },
  INVALID_INPUT: { status: 400, text: 'Please check what you entered.' },
  NOT_FOUND: { status: 404, text: 'This is not here any more.' },
  ASSISTANT_LOCKED: { status: 403, text: 'This assistant is not in your plan.' },
  USAGE_LIMIT: { status: 403, text: 'You have reached your plan limit this month.' },
  FEATURE_LOCKED: { status: 403, text: 'This is not in your plan.' },
  ...BILLING_ERRORS,
  TOO_MANY_STREAMS: {
    status: 429,
    text: 'Too many answers are open. Please try again in a moment.',
  },
  REPLY_PENDING: { status: 409, text: 'An answer is still on its way.' },
  MODEL_OFF: {
    status: 503,
    text: 'The assistants are switched off for the moment. Nothing was counted; please try again later.',
  },
  MODEL_BUDGET: {
    status: 503,
    text: 'The assistants have done all they can for today. Nothing was counted; please come back tomorrow.',
  },
  PERSON_BUDGET: {
    status: 429,
    text: 'You have reached the daily allowance for answers. Nothing was counted; please come back tomorrow.',
  },
  VISITOR_LIMIT: {
    status: 429,
    text: 'That is as many questions as we can answer here for now. Please come back in an hour.',
  },
  MODEL_FAILED: {
    status: 503,
    text: 'No answer came this time. Please try again in a minute.',
  },
  SERVER_BUSY: {
    status: 503,
    text: 'The server is busy. Nothing was changed; please try again in a minute.',
  },
  EXPORT_RUNNING: {
    status: 429,
    text: 'Your download is already being prepared.',
  },
  FORBIDDEN_ORIGIN: { status: 403, text: 'This request came from another site and was refused.' },
  TOO_LARGE: { status: 413, text: 'That is too much to send at once.' },
  INTERNAL: { status: 500, text: 'Something went wrong on our side. Please try again.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
