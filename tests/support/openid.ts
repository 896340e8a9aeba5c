import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Browser } from './test-app.ts';

export type AtProvider = { email?: string; name?: string; cancel?: boolean };

/** The sandbox on a real socket, dated by the clock of the test that runs. */
export function startOpenId(clock: () => ManualClock): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openid-'));
  const log = createLog('silent');
  return startSandbox({ host: '127.0.0.1', port: 0, dataDir, log, pace: 'instant', clock: () => clock().now() });
}

/** What a person does on the consent page at `url`. Returns where the browser is sent then. */
export async function consent(url: string, { email = '', name = '', cancel = false }: AtProvider): Promise<string> {
  const page = new URL(url);
  const form = new URLSearchParams(page.search);
  form.set('email', email);
  form.set('name', name);
  form.set('decision', cancel ? 'cancel' : 'allow');
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  return answer.headers.get('location') ?? `no way back: ${answer.status}`;
}

type Wish = { planChoice?: { plan: 'starter' | 'pro' | 'ultimate'; priceId: string }; redirect?: string };

/** Where the product sends a browser that comes back from a sign-in service. */
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
  wish: Wish = {},
): Promise<string> {
  const { url } = await browser.api.auth.oauth.start.mutate({ provider, ...wish });
  return comeBack(browser, await consent(url, person));
}

/** The same for somebody who is signed in and links an account. */
export async function linkWith(browser: Browser, provider: OAuthProvider, person: AtProvider): Promise<string> {
  const { url } = await browser.api.auth.oauth.link.mutate({ provider });
  return comeBack(browser, await consent(url, person));
}
