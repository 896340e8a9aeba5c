import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { z } from 'zod';
import { isOAuthProvider, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import { GotrueError, toFailure } from './gotrue-errors.ts';
import type { GotrueContext } from './gotrue-request.ts';
import * as bodies from './gotrue-schemas.ts';

type Answer = { redirectTo: string; code: string } | { redirectTo: string; problem: ErrorCode };

/** OAuth's names for errors (RFC 6749, section 4.1.2.1). Source: the oauthErrorMap of GoTrue's internal/api/errors.go. */
const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/**
 * The address that brings a client its code, or the reason why there is none. As in GoTrue, a reason is in the query and again in the
 * fragment, where older clients look.
 */
export function addressOfAnswer(answer: Answer): string {
  const url = new URL(answer.redirectTo);
  if ('code' in answer) {
    url.searchParams.set('code', answer.code);
    return url.href;
  }
  const failure = toFailure(new AppError(answer.problem));
  const reason = {
    error: OAUTH_ERRORS[failure?.status ?? 500] ?? 'server_error',
    error_code: failure?.code ?? 'unexpected_failure',
    error_description: failure?.message ?? '',
  };
  for (const [name, value] of Object.entries(reason)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(reason).toString();
  return url.href;
}

/**
 * `GET /auth/v1/authorize`: sends a browser to Google or Slack for a client that waits at `redirect_to` (AUTH-17). Until we know that this
 * address is allowed, we answer errors here; after that, they are sent there.
 */
export function authorizeRoute({ services, clientOf }: GotrueContext): Hono {
  const { oauth } = services;
  const offered = (name: string): name is OAuthProvider => isOAuthProvider(name) && oauth.offered.includes(name);
  const app = new Hono();
  app.get('/', async (c) => {
    const query = bodies.authorizeQuery.parse(c.req.query());
    const { provider, code_challenge: codeChallenge } = query;
    if (!offered(provider))
      throw new GotrueError(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
    const redirectTo = oauth.clientRedirect(query.redirect_to);
    if (redirectTo === null)
      throw new GotrueError(400, 'validation_failed', 'redirect_to must be on this site or on this computer');
    c.header('referrer-policy', 'no-referrer');
    try {
      const browser = getCookie(c, oauth.cookieName);
      const starter = { client: clientOf(c), browser };
      const { url, cookie } = await oauth.start({ provider, authorization: { redirectTo, codeChallenge } }, starter);
      c.header('set-cookie', cookie);
      return c.redirect(url, 302);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return c.redirect(addressOfAnswer({ redirectTo, problem: error.code }), 302);
    }
  });
  return app;
}

/** `POST /auth/v1/token?grant_type=pkce`. Source of the errors: GoTrue's internal/api/pkce.go and token.go. */
export async function exchangeCode(
  { services }: Pick<GotrueContext, 'services'>,
  body: z.output<typeof bodies.pkceGrantBody>,
  client: Client,
): Promise<ValidSession> {
  const session = await services.oauth.exchangeCode({ code: body.auth_code, verifier: body.code_verifier }, client);
  if (session === 'unknown code')
    throw new GotrueError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  if (session === 'wrong verifier')
    throw new GotrueError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  return session;
}
