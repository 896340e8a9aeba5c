import { OAUTH_ATTEMPT_MINUTES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { PlanChoice } from '#db/queries/email-links.ts';
import { listIdentities } from '#db/queries/identities.ts';
import {
  addOAuthAttempt,
  deleteExpiredOAuthAttempts,
  takeOAuthAttempt,
  type OAuthAttempt,
} from '#db/queries/oauth-attempts.ts';
import type { UserId } from '#db/types.gen.ts';
import type { OAuthGateway } from '#server/gateways/oauth.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import type { Log } from '#server/lib/log.ts';
import { randomToken, sha256, type KeyedHash } from '#server/lib/secrets.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import { createAcceptIdentity, type Dependencies as AcceptDependencies } from './accept-identity.ts';
import { createLinkedIdentities } from './linked-identities.ts';
import { createOAuthCookie } from './oauth-cookie.ts';
import { pathAfter, pathOfProblem } from './oauth-paths.ts';

/** A code is as long as the provider likes, within reason. */
const CODE_MAX = 2_000;

type Dependencies = AcceptDependencies & {
  attempts: { count: (kind: 'oauth:address', subject: string) => Promise<void> };
  gateway: OAuthGateway;
  /** Keyed, so that who sees a state cannot tell what was derived from it. */
  hash: KeyedHash;
  isHttps: boolean;
  log: Log;
};
type Wish = { provider: OAuthProvider; planChoice?: PlanChoice | undefined; redirect?: string | undefined };
/** `userId` is set when somebody who is signed in links an account. */
type Starter = { client: Client; browser: string | undefined; userId?: UserId };
/** What the browser brings back in the address. */
export type OAuthAnswer = Record<'state' | 'code' | 'error', string | undefined> & { provider: OAuthProvider };
type Returner = { client: Client; browser: string | undefined; session: () => Promise<ValidSession | null> };

export function createOAuthService(dependencies: Dependencies) {
  const { db, clock, attempts, gateway, hash, isHttps, log } = dependencies;
  const cookies = createOAuthCookie(isHttps);
  const acceptIdentity = createAcceptIdentity(dependencies);
  const { link, unlink } = createLinkedIdentities(dependencies);

  // Derived, so that the table holds nothing that a thief of it could use.
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

  /** Returns the Set-Cookie value of the session, or null when it stays as it is. */
  async function accept(attempt: OAuthAttempt, answer: OAuthAnswer, returner: Returner): Promise<string | null> {
    const { provider, state = '' } = answer;
    const person = await gateway.identify(provider, { code: codeOf(answer), ...secretsOf(state) });
    if (attempt.userId === null) return acceptIdentity(provider, person, returner.client);
    const session = await returner.session();
    // Meanwhile they may have signed out, or somebody else may have signed in.
    if (!session || session.needsSecondFactor || session.userId !== attempt.userId) throw new AppError('SIGN_IN_STALE');
    return link(session, provider, person, returner.client);
  }

  return {
    cookieName: cookies.name,
    /** The sign-in services that have settings. */
    offered: gateway.offered,

    /** Where to send the browser, and the cookie that only this browser holds. */
    start: async ({ provider, planChoice, redirect }: Wish, { client, browser, userId }: Starter) => {
      await attempts.count('oauth:address', client.address);
      const state = randomToken();
      const value = cookies.valueOr(browser);
      const url = await gateway.authorizationUrl(provider, { state, ...secretsOf(state) });
      const now = await clock.now();
      await addOAuthAttempt(db, {
        stateHash: sha256(state),
        browserHash: sha256(value),
        provider,
        userId: userId ?? null,
        planChoice: planChoice ?? null,
        redirect: safeRedirectPath(redirect) ?? null,
        now,
        expiresAt: new Date(now.getTime() + OAUTH_ATTEMPT_MINUTES * 60_000),
      });
      return { url, cookie: cookies.of(value) };
    },

    /** Never throws: whatever went wrong, the person is led to a page that says so in a sentence. */
    finish: async (answer: OAuthAnswer, returner: Returner): Promise<{ path: string; cookie: string | null }> => {
      let attempt: OAuthAttempt | undefined;
      try {
        attempt = await take(answer, returner.browser);
        const cookie = await accept(attempt, answer, returner);
        return { path: pathAfter(attempt, answer.provider), cookie };
      } catch (error) {
        const isOurs = error instanceof AppError;
        if (!isOurs) log.error({ event: 'sign-in failed', provider: answer.provider, err: error }, 'sign-in failed');
        return { path: pathOfProblem(attempt, isOurs ? error.code : 'INTERNAL'), cookie: null };
      }
    },

    identities: (userId: UserId) => listIdentities(db, userId),
    /** Returns the Set-Cookie value of the renewed session, or null for a script's. */
    unlink,
    sweep: async () => deleteExpiredOAuthAttempts(db, await clock.now()),
  };
}
