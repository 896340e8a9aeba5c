import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Browser } from './test-app.ts';

export type AtProvider = { email?: string; name?: string; cancel?: boolean };

/**
 * The sandbox's sign-in services on a real socket, for all tests of a file, dated by the clock of the running test. Call it outside the
 * tests; use what it returns inside them.
 */
export function provideOpenId(clock: () => ManualClock): { readonly oauth: Sandbox['oauth'] } {
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'openid-'));
    const log = createLog('silent');
    const now = () => clock().now();
    sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log, pace: 'instant', clock: now });
  });
  afterAll(() => sandbox?.close());
  return {
    get oauth() {
      if (!sandbox) throw new Error('the sign-in services are there inside tests only');
      return sandbox.oauth;
    },
  };
}

/** Fills in the consent page at `url`. Returns where the browser is sent then. */
export async function consent(url: string, { email = '', name = '', cancel = false }: AtProvider): Promise<string> {
  const page = new URL(url);
  const form = new URLSearchParams(page.search);
  form.set('email', email);
  form.set('name', name);
  form.set('decision', cancel ? 'cancel' : 'allow');
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  return answer.headers.get('location') ?? `no way back: ${answer.status}`;
}

type SignUpIntent = { planChoice?: { plan: 'starter' | 'pro' | 'ultimate'; priceId: string }; redirect?: string };

/** Where the product sends a browser that returns from a sign-in service. */
export async function comeBack(browser: Browser, address: string): Promise<string> {
  const response = await browser.request(address);
  if (response.status !== 303) throw new Error(`the callback answered ${response.status}`);
  return response.headers.get('location') ?? '';
}

/** From the button to the page that a person lands on. */
export async function signInWith(
  browser: Browser,
  provider: OAuthProvider,
  person: AtProvider,
  intent: SignUpIntent = {},
): Promise<string> {
  const { url } = await browser.api.auth.oauth.start.mutate({ provider, ...intent });
  return comeBack(browser, await consent(url, person));
}

/** The same for a signed-in person who links an account. */
export async function linkWith(browser: Browser, provider: OAuthProvider, person: AtProvider): Promise<string> {
  const { url } = await browser.api.auth.oauth.link.mutate({ provider });
  return comeBack(browser, await consent(url, person));
}
