/** Every error a person can meet, with its HTTP status and its plain sentence. A code without both does not compile. */
export const ERROR_CODES = {
  UNAUTHENTICATED: { status: 401, trpc: 'UNAUTHORIZED', text: 'Please sign in to continue.' },
  INVALID_CREDENTIALS: {
    status: 401,
    trpc: 'UNAUTHORIZED',
    text: 'That email and password do not match. Please try again.',
  },
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    trpc: 'FORBIDDEN',
    text: 'Please confirm your email address first. We have sent you a new link.',
  },
  COMMON_PASSWORD: {
    status: 400,
    trpc: 'BAD_REQUEST',
    text: 'This password is on lists that attackers try first. Please choose another one.',
  },
  LINK_INVALID: {
    status: 400,
    trpc: 'BAD_REQUEST',
    text: 'This link has expired or was already used. Sign in to get a new one.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    trpc: 'TOO_MANY_REQUESTS',
    text: 'Too many attempts. Please wait a few minutes and try again.',
  },
  INVALID_INPUT: { status: 400, trpc: 'BAD_REQUEST', text: 'Please check what you entered.' },
  NOT_FOUND: { status: 404, trpc: 'NOT_FOUND', text: 'This is not here any more.' },
  ASSISTANT_LOCKED: { status: 403, trpc: 'FORBIDDEN', text: 'This assistant is not in your plan.' },
  USAGE_LIMIT: { status: 403, trpc: 'FORBIDDEN', text: 'You have reached your plan limit this month.' },
  REPLY_PENDING: { status: 409, trpc: 'CONFLICT', text: 'An answer is still on its way.' },
  MODEL_OFF: {
    status: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    text: 'The assistants are switched off for the moment. Nothing was counted; please try again later.',
  },
  MODEL_BUDGET: {
    status: 503,
    trpc: 'SERVICE_UNAVAILABLE',
    text: 'The assistants have done all they can for today. Nothing was counted; please come back tomorrow.',
  },
  PERSON_BUDGET: {
    status: 429,
    trpc: 'TOO_MANY_REQUESTS',
    text: 'You have reached the daily allowance for answers. Nothing was counted; please come back tomorrow.',
  },
  FORBIDDEN_ORIGIN: { status: 403, trpc: 'FORBIDDEN', text: 'This request came from another site and was refused.' },
  TOO_LARGE: { status: 413, trpc: 'PAYLOAD_TOO_LARGE', text: 'That is too much to send at once.' },
  INTERNAL: { status: 500, trpc: 'INTERNAL_SERVER_ERROR', text: 'Something went wrong on our side. Please try again.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
