import type { Db } from '#db/client.ts';
import type { DemoSettings } from '#server/config/demo.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { OAuthGateway } from '#server/gateways/oauth.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { Log } from '#server/lib/log.ts';
import { createAccountService, type AccountService } from '#server/modules/account/account.service.ts';
import { createAccountEmailAllowance } from '#server/modules/auth/account-email-allowance.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createAuthService, type AuthService } from '#server/modules/auth/auth.service.ts';
import { createDeviceCookie } from '#server/modules/auth/device-cookie.ts';
import { createPasswordGuesses } from '#server/modules/auth/password-guesses.ts';
import { createSessionService, type SessionService } from '#server/modules/auth/session.service.ts';
import { createSignIn, type SignIn } from '#server/modules/auth/sign-in.service.ts';
import { createTrial } from '#server/modules/auth/trial.ts';
import type { BillingService } from '#server/modules/billing/billing.service.ts';
import { claimGuestPurchases } from '#server/modules/billing/checkout/guest-claim.ts';
import { enqueueSync } from '#server/modules/billing/sync/enqueue-sync.ts';
import type { NewsletterService } from '#server/modules/newsletter/newsletter.service.ts';
import { createOAuthService, type OAuthService } from '#server/modules/oauth/oauth.service.ts';
import type { CapWarning } from '#server/modules/operator/cap-warning.service.ts';
import { createSecurityLog, type SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { createSigningKeys } from '#server/modules/tokens/signing-keys.ts';
import { createTokenService, type TokenService } from '#server/modules/tokens/tokens.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { createWaysIn, type WaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import type { Keys } from './keys.ts';

/** The purpose of a mailbox's keyed hash. Changing this text would give everyone a second trial. */
const TRIAL_CLAIMS = 'trial claims';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  /** Sign-in services. */
  oauthGateway: OAuthGateway;
  jobs: Pick<Jobs, 'kick'>;
  keys: Keys;
  log: Log;
  passwords: PasswordQueue;
  attempts: AttemptLimiter;
  budgets: Budgets;
  capWarning: CapWarning;
  /** An account is deleted along with its plan and its subscription to the newsletter. */
  billing: BillingService;
  newsletter: NewsletterService;
  demo: DemoSettings;
  accountEmailDailyCap: number;
  publicUrl: string;
};
export type IdentityServices = {
  sessions: SessionService;
  securityLog: SecurityLog;
  signIn: SignIn;
  waysIn: WaysIn;
  auth: AuthService;
  oauth: OAuthService;
  tokens: TokenService;
  account: AccountService;
};

/** Accounts, and how their owners sign in. */
export function composeIdentity(input: Input): IdentityServices {
  const { db, clock, mail, oauthGateway, jobs, keys, log, passwords, attempts, budgets, capWarning } = input;
  const { billing, newsletter, demo, accountEmailDailyCap, publicUrl } = input;
  const isHttps = publicUrl.startsWith('https:');
  const sessions = createSessionService({ db, clock, isHttps });
  const securityLog = createSecurityLog({ db, clock, mail, publicUrl, jobs, budgets });
  const waysIn = createWaysIn({ db, clock, sessions, securityLog });
  const devices = createDeviceCookie({ after: 'sign-in', isHttps, hashes: keys.hashes('devices') });
  const signIn = createSignIn({ db, clock, sessions, securityLog, devices });
  const trial = createTrial({ clock, hashes: keys.hashes(TRIAL_CLAIMS), claimPurchases: claimGuestPurchases });
  return {
    sessions,
    securityLog,
    signIn,
    waysIn,
    auth: createAuthService({
      db,
      demo,
      clock,
      mail,
      sessions,
      signIn,
      attempts,
      guesses: createPasswordGuesses({ db, clock, hash: keys.hash('password guesses') }),
      devices,
      accountEmails: createAccountEmailAllowance({
        db,
        clock,
        hash: keys.hash('account emails'),
        attempts,
        dailyCap: accountEmailDailyCap,
        capWarning,
      }),
      passwords,
      trial,
      securityLog,
      waysIn,
      enqueueSync,
      publicUrl,
      log,
    }),
    oauth: createOAuthService({
      db,
      clock,
      sessions,
      securityLog,
      trial,
      signIn,
      attempts,
      gateway: oauthGateway,
      publicUrl,
      hash: keys.hash('oauth attempts'),
      isHttps,
      log,
    }),
    tokens: createTokenService({
      db,
      clock,
      sessions,
      securityLog,
      keys: createSigningKeys({ db, clock, box: keys.box('signing keys') }),
      issuer: `${publicUrl}/auth/v1`,
    }),
    account: createAccountService({
      db,
      clock,
      mail,
      sessions,
      passwords,
      securityLog,
      waysIn,
      attempts,
      trial,
      billing,
      newsletter,
      budgets,
      publicUrl,
      jobs,
    }),
  };
}
