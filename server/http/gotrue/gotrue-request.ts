import type { Context } from 'hono';
import type { z } from 'zod';
import { isRecentAuthentication, type SignInMethod } from '#contract/account/session.ts';
import type { Services } from '#server/composition/services.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import { GotrueError } from './gotrue-errors.ts';

/** Reads and checks a JSON body. Throws GoTrue's `bad_json`, or the schema's own error. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch(() => {
    throw new GotrueError(400, 'bad_json', 'Could not parse request body as JSON');
  });
  if (!isStorableInput(body)) throw new AppError('INVALID_INPUT');
  return schema.parse(body);
}

const REFUSALS = {
  missing: () => new GotrueError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  invalid: () => new GotrueError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, or it has expired'),
  ended: () => new GotrueError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
};

/** Signing in at a service isn't enough to add a way in: its session there may be open on a shared computer. */
const STRONG_METHODS: ReadonlySet<string> = new Set<SignInMethod>(['password', 'totp', 'phone', 'recovery']);

/** The access levels of a bearer token, matching the tRPC procedures: pending, complete, reauthenticated, addsWayIn. */
export function createBearer(services: Services, clientOf: (c: Context) => Client) {
  async function pending(c: Context): Promise<ValidSession> {
    const { session, reason } = await services.tokens.inspect(c.req.header('authorization'), clientOf(c));
    if (session) return session;
    throw REFUSALS[reason]();
  }
  async function complete(c: Context): Promise<ValidSession> {
    const session = await pending(c);
    if (session.needsSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED');
    return session;
  }
  return {
    pending,
    complete,
    reauthenticated: async (c: Context): Promise<ValidSession> => {
      const session = await complete(c);
      if (!isRecentAuthentication(session.authenticatedAt, await services.clock.now()))
        throw new AppError('REAUTHENTICATION_NEEDED');
      return session;
    },
    /** This dialect can't ask again, so signing in with a password or a second factor counts here. */
    addsWayIn: async (c: Context): Promise<ValidSession> => {
      const session = await complete(c);
      const { methods, authenticatedAt, reauthenticatedAt } = session;
      const lastAuthenticatedAt = methods.some((method) => STRONG_METHODS.has(method))
        ? authenticatedAt
        : reauthenticatedAt;
      if (lastAuthenticatedAt === null || !isRecentAuthentication(lastAuthenticatedAt, await services.clock.now()))
        throw new AppError('REAUTHENTICATION_NEEDED');
      return session;
    },
  };
}

export type GotrueContext = ReturnType<typeof createBearer> & {
  services: Services;
  clientOf: (c: Context) => Client;
};
