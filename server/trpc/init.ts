import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { isRecentAuthentication } from '#contract/account/session.ts';
import { AppError } from '#server/lib/app-error.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';
import { replaceZodMessages } from '#server/lib/validation-messages.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { TrpcContext } from './context.ts';

replaceZodMessages(ERROR_CODES.INVALID_INPUT.text);

/** What a person may be told about an error: our own sentences only, never a driver's or a library's. */
function describe(error: TRPCError): { appCode: ErrorCode; message: string } {
  if (error.cause instanceof AppError) return { appCode: error.cause.code, message: error.cause.text };
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError)
    return { appCode: 'INVALID_INPUT', message: error.cause.issues[0]?.message ?? ERROR_CODES.INVALID_INPUT.text };
  const known: Partial<Record<TRPCError['code'], ErrorCode>> = {
    NOT_FOUND: 'NOT_FOUND',
    BAD_REQUEST: 'INVALID_INPUT',
    PARSE_ERROR: 'INVALID_INPUT',
    PAYLOAD_TOO_LARGE: 'TOO_LARGE',
    UNAUTHORIZED: 'UNAUTHENTICATED',
    METHOD_NOT_SUPPORTED: 'INVALID_INPUT',
    UNSUPPORTED_MEDIA_TYPE: 'INVALID_INPUT',
  };
  const appCode = known[error.code] ?? 'INTERNAL';
  return { appCode, message: ERROR_CODES[appCode].text };
}

const t = initTRPC.context<TrpcContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error }) => {
    const { appCode, message } = describe(error);
    return {
      code: shape.code,
      message,
      data: { code: shape.data.code, httpStatus: ERROR_CODES[appCode].status, path: shape.data.path, appCode },
    };
  },
});

type Status = (typeof ERROR_CODES)[ErrorCode]['status'];

/** tRPC's codes for the HTTP statuses of our errors. A status missing here does not compile. */
const CODE_OF_STATUS: Record<Status, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** The one place where an AppError becomes a tRPC error; the cause keeps its code and sentence for the formatter. */
export function toTrpcError(cause: AppError): TRPCError {
  return new TRPCError({ code: CODE_OF_STATUS[ERROR_CODES[cause.code].status], message: cause.code, cause });
}

function throwMapped<T extends { ok: true } | { ok: false; error: TRPCError }>(result: T): T {
  const error = result.ok ? null : toAppError(result.error.cause);
  if (error) throw toTrpcError(error);
  return result;
}

/** The base of every procedure: input that can't be stored, or nests without end, reaches no schema. */
async function refuseOddInput(getRawInput: () => Promise<unknown>): Promise<void> {
  // Input that can't be parsed is refused where a schema reads it; most procedures without a schema get an empty body.
  const input = await getRawInput().catch(() => undefined);
  if (!isStorableInput(input)) throw toTrpcError(new AppError('INVALID_INPUT'));
}

/** How many calls of one request may hash a password: no page needs more than one. */
const MAX_HASHINGS = 3;

/** For procedures that hash a password, which costs as much as thousands of other calls: packing many of them gains nothing. */
export const hashesPassword = t.middleware(({ ctx, next }) => {
  if (ctx.countHashing() > MAX_HASHINGS) throw toTrpcError(new AppError('TOO_MANY_ATTEMPTS'));
  return next();
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;
/** Open to everyone. Each use is listed in tests/architecture with its reason. */
export const publicProcedure = t.procedure.use(async ({ getRawInput, next }) => {
  await refuseOddInput(getRawInput);
  return throwMapped(await next());
});

async function sessionOf(ctx: TrpcContext): Promise<ValidSession> {
  const session = await ctx.session().catch((error: unknown) => {
    throw toAppError(error) ?? error;
  });
  if (!session) throw toTrpcError(new AppError('UNAUTHENTICATED'));
  return session;
}

/**
 * The person gave their password and may still owe their second factor. Only procedures that lead through the challenge, or back out, build
 * on this. Each use is listed in tests/architecture with its reason.
 */
export const pendingProcedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  await refuseOddInput(getRawInput);
  const session = await sessionOf(ctx);
  const { userId, email } = session;
  return throwMapped(
    await ctx.services.budgets.inTurn(userId, () => next({ ctx: { userId, email, validSession: session } })),
  );
});

/** Signed in: `ctx.userId` is the owner of everything the procedure touches. */
export const procedure = pendingProcedure.use(async ({ ctx, next, type, path, getRawInput }) => {
  if (ctx.validSession.needsSecondFactor) throw toTrpcError(new AppError('SECOND_FACTOR_NEEDED'));
  if (type === 'mutation')
    await ctx.services.budgets.takeChange(ctx.userId, path, await getRawInput().catch(() => undefined));
  return next();
});

/** For sensitive changes: the person signed in or re-authenticated within the last few minutes. */
export const reauthenticatedProcedure = procedure.use(async ({ ctx, next }) => {
  const now = await ctx.services.clock.now();
  if (!isRecentAuthentication(ctx.validSession.authenticatedAt, now))
    throw toTrpcError(new AppError('REAUTHENTICATION_NEEDED'));
  return next();
});

/**
 * For adding a way into the account: the person re-authenticated within the last few minutes. Having signed in doesn't
 * count, however recently, because someone else may be sitting at the computer by now.
 */
export const addsWayInProcedure = procedure.use(async ({ ctx, next }) => {
  const { reauthenticatedAt } = ctx.validSession;
  const now = await ctx.services.clock.now();
  if (reauthenticatedAt === null || !isRecentAuthentication(reauthenticatedAt, now))
    throw toTrpcError(new AppError('REAUTHENTICATION_NEEDED'));
  return next();
});

/**
 * Sets the cookies of a session that has just signed out all others; null if it has no cookie. The browser stays known
 * as one that has passed the second factor (AUTH-24).
 */
export async function setSecuredCookie(
  ctx: TrpcContext,
  userId: ValidSession['userId'],
  cookies: string | string[] | null,
): Promise<void> {
  if (cookies === null) return;
  ctx.setCookie([cookies, await ctx.services.codeAttempts.stayKnown(userId, ctx.browser())].flat());
}
