import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { emailSchema } from '#contract/account/auth.ts';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Log } from '#server/lib/log.ts';
import { backTo, readAuthorizeRequest, type AuthorizeRequest } from './authorize-request.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { openIdFaultIn } from './openid-faults.ts';
import type { OpenIdKey } from './openid-key.ts';
import type { OpenIdPeople, OpenIdPerson } from './openid-people.ts';
import { createTokenEndpoint, readForm, type Form } from './token-endpoint.ts';

const BODY_MAX_BYTES = 64 * 1_024;

export type OpenIdProviderOptions = {
  provider: OAuthProvider;
  issuer: () => string;
  /** The product's own URL: browsers may be sent back there as well as to this machine. */
  appUrl: string | null;
  key: () => Promise<OpenIdKey>;
  people: OpenIdPeople;
  now: () => Promise<Date>;
  log: Log;
  closing: AbortSignal;
};
type Env = { Bindings: HttpBindings };

/** Where a script of the product's API waits for the browser. A policy can't name [::1]. */
const LISTENERS = 'http://127.0.0.1:* http://localhost:*';

/**
 * The form posts to this page, which redirects the browser to the product, which may redirect it to a script on this machine. All of them
 * must be allowed, or browsers block the redirect.
 */
function policyFor(redirectUri: string): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self' ${new URL(redirectUri).origin} ${LISTENERS}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** An OpenID provider with a consent page, like Google's and Slack's. Any address is accepted. */
export function createOpenIdProvider(options: OpenIdProviderOptions): Hono<Env> {
  const { provider, issuer, appUrl, key, people, log } = options;
  const tokens = createTokenEndpoint(options);
  const app = new Hono<Env>();

  async function showConsent(c: Context, request: AuthorizeRequest, again?: { typed: OpenIdPerson; problem: string }) {
    c.header('content-security-policy', policyFor(request.redirect_uri));
    const page = consentPage({ provider, request, people: await people.list(), ...again });
    return c.html(page, again ? 422 : 200);
  }

  function refuse(c: Context, problem: string) {
    c.header('content-security-policy', "default-src 'none'; style-src 'self'; img-src data:");
    return c.html(refusalPage(provider, problem), 400);
  }

  async function whoIn({ known, email = '', name = '' }: Form): Promise<OpenIdPerson | null> {
    if (known !== undefined) return (await people.list()).find((one) => one.email === known) ?? null;
    const valid = emailSchema.safeParse(email);
    return valid.success ? { email: valid.data, name: name.trim().slice(0, 200) } : null;
  }

  async function decide(c: Context, request: AuthorizeRequest, form: Form) {
    if (form['decision'] === 'cancel') return c.redirect(backTo(request, { error: 'access_denied' }), 303);
    const person = await whoIn(form);
    if (!person) {
      const typed = { email: form['email'] ?? '', name: form['name'] ?? '' };
      return showConsent(c, request, { typed, problem: 'Please enter a valid email address' });
    }
    await people.remember(person);
    const fault = openIdFaultIn(person.email);
    log.info({ provider, fault }, 'sandbox: signed in');
    if (fault === 'server-error') return c.redirect(backTo(request, { error: 'server_error' }), 303);
    return c.redirect(backTo(request, { code: await tokens.giveCode(request, person) }), 303);
  }

  app.use(bodyLimit({ maxSize: BODY_MAX_BYTES }));
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
    c.res.headers.set('referrer-policy', 'no-referrer');
    c.res.headers.set('x-content-type-options', 'nosniff');
  });
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['sub', 'email', 'email_verified', 'name', 'nonce'],
      // Slack announces no PKCE.
      ...(provider === 'google' ? { code_challenge_methods_supported: ['S256'] } : {}),
    }),
  );
  app.get('/jwks', async (c) => c.json({ keys: [(await key()).publicJwk] }));
  app.post('/token', (c) => tokens.answer(c));
  app.get('/authorize', async (c) => {
    const reading = readAuthorizeRequest(c.req.query(), appUrl);
    if ('problem' in reading) return refuse(c, reading.problem);
    return 'request' in reading ? showConsent(c, reading.request) : c.redirect(reading.redirectTo, 303);
  });
  app.post('/authorize', async (c) => {
    const form = await readForm(c);
    const reading = readAuthorizeRequest(form, appUrl);
    if ('problem' in reading) return refuse(c, reading.problem);
    return 'request' in reading ? decide(c, reading.request, form) : c.redirect(reading.redirectTo, 303);
  });
  return app;
}
