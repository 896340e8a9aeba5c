import { OAUTH_ATTEMPT_MINUTES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Db } from '#db/client.ts';
import type { PlanChoice } from '#db/queries/identity/email-links.ts';
import { listIdentities } from '#db/queries/identity/identities.ts';
import {
  addOAuthAttempt,
  deleteExpiredOAuthAttempts,
  takeOAuthAttempt,
  type ClientAuthorization,
  type OAuthAttempt,
} from '#db/queries/identity/oauth-attempts.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { OAuthGateway } from '#server/gateways/oauth.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BrowserClient, Client } from '#server/lib/request/client.ts';
import type { Log } from '#server/lib/log.ts';
import { randomToken, sha256, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SignIn } from '#server/modules/auth/sign-in.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { createAcceptIdentity, type IdentityTrial } from './accept-identity.ts';
import { createAuthorizationCodes } from './authorization-codes.ts';
import { clientRedirect } from './client-redirect.ts';
import { createLinkedIdentities } from './linked-identities.ts';
import { createOAuthCookie } from './oauth-cookie.ts';
import { pathAfter, pathOfProblem } from './oauth-paths.ts';

/** The provider decides how long a code is; this is a generous limit. */
const CODE_MAX = 2_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  trial: IdentityTrial;
  signIn: SignIn;
  attempts: { count: (kind: 'oauth:address' | 'confirm:address', subject: string) => Promise<void> };
  gateway: OAuthGateway;
  publicUrl: string;
  /** Keyed, so that seeing a state doesn't reveal what was derived from it. */
  hash: KeyedHash;
  isHttps: boolean;
  log: Log;
};
type StartInput = {
  provider: OAuthProvider;
  planChoice?: PlanChoice | undefined;
  redirect?: string | undefined;
  authorization?: ClientAuthorization;
};
/** `userId` is set when a signed-in person links an account. */
type Starter = { client: Client; browser: string | undefined; userId?: UserId };
/** What the browser brings back in the address. */
export type OAuthAnswer = Record<'state' | 'code' | 'error', string | undefined> & { provider: OAuthProvider };
/** Where the browser goes afterwards: to a page of ours, or back to the client of `/auth/v1` that sent it. */
export type OAuthOutcome =
  | { path: string; cookies: string[] }
  | { redirectTo: string; code: string }
  | { redirectTo: string; problem: ErrorCode };
type Returner = { client: BrowserClient; browser: string | undefined; session: () => Promise<ValidSession | null> };

export function createOAuthService(dependencies: Dependencies) {
  const { db, clock, signIn, attempts, gateway, publicUrl, hash, isHttps, log } = dependencies;
  const cookies = createOAuthCookie(isHttps);
  const acceptIdentity = createAcceptIdentity(dependencies);
  const { link, unlink } = createLinkedIdentities(dependencies);
  const codes = createAuthorizationCodes(dependencies);

  // Derived, so that stealing the table gives an attacker nothing usable.
  const secretsOf = (state: string) => ({ nonce: hash(`nonce ${state}`), verifier: hash(`verifier ${state}`) });

  async function take({ provider, state }: OAuthAnswer, browser: string | undefined): Promise<OAuthAttempt> {
    const attempt =
      state && browser
        ? await takeOAuthAttempt(db, {
            stateHash: sha256(state),
            browserHash: sha256(browser),
            provider,
            now: await clock.now(),
          })
        : undefined;
    if (!attempt) throw new AppError('SIGN_IN_STALE');
    return attempt;
  }

  function codeOf({ code, error }: OAuthAnswer): string {
    if (error === 'access_denied') throw new AppError('PROVIDER_CANCELLED');
    if (error !== undefined || !code || code.length > CODE_MAX) throw new AppError('PROVIDER_FAILED');
    return code;
  }

  async function accept(attempt: OAuthAttempt, answer: OAuthAnswer, returner: Returner): Promise<OAuthOutcome> {
    const { provider, state = '' } = answer;
    const { client } = returner;
    const person = await gateway.identify(provider, { code: codeOf(answer), ...secretsOf(state) });
    const path = pathAfter(attempt, provider);
    if (attempt.userId !== null) {
      const session = await returner.session();
      // In the meantime they may have signed out, or someone else may have signed in.
      if (!session || session.needsSecondFactor || session.userId !== attempt.userId)
        throw new AppError('SIGN_IN_STALE');
      const cookie = await link(session, provider, person, client);
      return { path, cookies: cookie === null ? [] : [cookie] };
    }
    const account = await acceptIdentity(provider, person, client);
    if (attempt.authorization === null)
      return { path, cookies: await signIn.browser(account, { client, methods: ['oauth'] }) };
    const { redirectTo, codeChallenge } = attempt.authorization;
    return { redirectTo, code: await codes.issue(account, codeChallenge) };
  }

  async function start(input: StartInput, { client, browser, userId }: Starter) {
    await attempts.count('oauth:address', client.address);
    const state = randomToken();
    const value = cookies.valueOr(browser);
    const url = await gateway.authorizationUrl(input.provider, { state, ...secretsOf(state) });
    const now = await clock.now();
    await addOAuthAttempt(db, {
      stateHash: sha256(state),
      browserHash: sha256(value),
      provider: input.provider,
      userId: userId ?? null,
      planChoice: input.planChoice ?? null,
      redirect: safeRedirectPath(input.redirect) ?? null,
      authorization: input.authorization ?? null,
      now,
      expiresAt: new Date(now.getTime() + OAUTH_ATTEMPT_MINUTES * 60_000),
    });
    return { url, cookie: cookies.of(value) };
  }

  return {
    cookieName: cookies.name,
    /** The sign-in services that have settings. */
    offered: gateway.offered,

    /** Where to send the browser, and a cookie that only this browser holds. */
    start,

    /** Where a client of `/auth/v1` may be answered, or null. */
    clientRedirect: (redirectTo: string | undefined): string | null => clientRedirect(redirectTo, publicUrl),

    /** Never throws: on any failure, the person is led to a page that explains it in a sentence, and a client gets its code. */
    finish: async (answer: OAuthAnswer, returner: Returner): Promise<OAuthOutcome> => {
      let attempt: OAuthAttempt | undefined;
      try {
        attempt = await take(answer, returner.browser);
        return await accept(attempt, answer, returner);
      } catch (error) {
        const isOurs = error instanceof AppError;
        if (!isOurs) log.error({ event: 'sign-in failed', provider: answer.provider, err: error }, 'sign-in failed');
        const problem = isOurs ? error.code : 'INTERNAL';
        return attempt?.authorization
          ? { redirectTo: attempt.authorization.redirectTo, problem }
          : { path: pathOfProblem(attempt, problem), cookies: [] };
      }
    },

    /** A session for the client that holds both the code and the secret behind its challenge. It may still owe its second factor. */
    exchangeCode: async (
      { code, verifier }: { code: string; verifier: string },
      client: Client,
    ): Promise<ValidSession | 'unknown code' | 'wrong verifier'> => {
      await attempts.count('confirm:address', client.address);
      const redeemed = await codes.redeem(code, verifier);
      return typeof redeemed === 'string' ? redeemed : signIn.script(redeemed, { client, methods: ['oauth'] });
    },

    identities: async (userId: UserId) =>
      (await listIdentities(db, userId)).map(({ createdAt, lastUsedAt, ...one }) => ({
        ...one,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    /** Returns the Set-Cookie value of the renewed session, or null for a script's. */
    unlink,
    sweep: async () => {
      await deleteExpiredOAuthAttempts(db, await clock.now());
      await codes.sweep();
    },
  };
}
export type OAuthService = ReturnType<typeof createOAuthService>;
