import { createHash, randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { keepSilent } from '../model/stream-faults.ts';
import { SANDBOX_CLIENT, type AuthorizeRequest } from './authorize-request.ts';
import { mintIdToken } from './id-token.ts';
import { openIdFaultIn, type OpenIdFault } from './openid-faults.ts';
import type { OpenIdKey } from './openid-key.ts';
import type { OpenIdPerson } from './openid-people.ts';

export type Form = Record<string, string>;
type Env = { Bindings: HttpBindings };
type Grant = { request: AuthorizeRequest; person: OpenIdPerson; expiresAt: number };
type TokenEndpointOptions = {
  provider: OAuthProvider;
  issuer: () => string;
  key: () => Promise<OpenIdKey>;
  now: () => Promise<Date>;
  closing: AbortSignal;
};

const CODE_HOLDS_MS = 10 * 60_000;
/** `Basic` with the client id and its secret. */
const CREDENTIALS = `Basic ${btoa(`${SANDBOX_CLIENT.clientId}:${SANDBOX_CLIENT.clientSecret}`)}`;

/** The plain-text fields of a form. */
export async function readForm(c: Context): Promise<Form> {
  const body = Object.entries(await c.req.parseBody());
  return Object.fromEntries(body.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Issues codes, and exchanges each for a token once. */
export function createTokenEndpoint({ provider, issuer, key, now, closing }: TokenEndpointOptions) {
  const grants = new Map<string, Grant>();

  /** Slack reports errors with status 200. */
  function refuse(c: Context, status: 400 | 401, error: string) {
    return provider === 'slack' ? c.json({ ok: false, error }) : c.json({ error }, status);
  }

  async function take({ code = '', ...form }: Form): Promise<Grant | null> {
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant || grant.expiresAt <= (await now()).getTime()) return null;
    const { redirect_uri: redirectUri, code_challenge: challenge } = grant.request;
    if (form['redirect_uri'] !== redirectUri) return null;
    const isVerified =
      challenge === undefined ||
      createHash('sha256')
        .update(form['code_verifier'] ?? '')
        .digest('base64url') === challenge;
    return isVerified ? grant : null;
  }

  async function answerBadly(c: Context<Env>, fault: OpenIdFault | null): Promise<Response | null> {
    if (fault === 'token-500') return c.text('Internal error', 500);
    if (fault === 'token-garbage') return c.body('<html>', 200, { 'content-type': 'text/html' });
    if (fault !== 'hang') return null;
    await keepSilent(AbortSignal.any([c.req.raw.signal, closing]));
    c.env.outgoing.destroy();
    return c.body(null);
  }

  return {
    giveCode: async (request: AuthorizeRequest, person: OpenIdPerson): Promise<string> => {
      const time = (await now()).getTime();
      for (const [code, { expiresAt }] of grants) if (expiresAt <= time) grants.delete(code);
      const code = randomBytes(24).toString('base64url');
      grants.set(code, { request, person, expiresAt: time + CODE_HOLDS_MS });
      return code;
    },

    answer: async (c: Context<Env>): Promise<Response> => {
      if (c.req.header('authorization') !== CREDENTIALS) return refuse(c, 401, 'invalid_client');
      const form = await readForm(c);
      if (form['grant_type'] !== 'authorization_code') return refuse(c, 400, 'unsupported_grant_type');
      const grant = await take(form);
      if (!grant) return refuse(c, 400, provider === 'slack' ? 'invalid_code' : 'invalid_grant');
      const { request, person } = grant;
      const fault = openIdFaultIn(person.email);
      const bad = await answerBadly(c, fault);
      if (bad) return bad;
      const minting = { provider, issuer: issuer(), clientId: request.client_id, nonce: request.nonce };
      const idToken = await mintIdToken({ ...minting, person, fault, now: await now() }, await key());
      return c.json({
        ...(provider === 'slack' ? { ok: true } : { expires_in: 3_599, scope: request.scope }),
        access_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        ...(fault === 'no-id-token' ? {} : { id_token: idToken }),
      });
    },
  };
}
