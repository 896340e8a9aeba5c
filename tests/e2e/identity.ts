import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ERROR_CODES } from '#contract/errors.ts';
import { SANDBOX } from './products.ts';
import { confirmationLink, expect } from './support.ts';

export const PASSWORD = 'forty warm bowls';

/** Calls the API like this page's browser does. */
export async function call<Output = unknown>(page: Page, path: string, input?: unknown): Promise<Output> {
  const response = await page.request.post(`/trpc/${path}`, { data: input ?? {} });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return ((await response.json()) as { result: { data: Output } }).result.data; // reason: tRPC's envelope
}

/** The last email or text message to an address or a number. */
export async function lastMessage(
  page: Page,
  to: string,
  sandbox = SANDBOX,
): Promise<{ text: string; code: string | null; links: string[] }> {
  const messages = await (await page.request.get(`${sandbox}/inbox.json?to=${encodeURIComponent(to)}`)).json();
  return messages[0] ?? { text: '', code: null, links: [] };
}

export const anAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@fernandkiln.example`;

/** A person with a confirmed account and a finished profile, signed in to this browser. */
export async function aPerson(page: Page, name: string, sandbox?: string): Promise<string> {
  const email = anAddress(name);
  await call(page, 'auth.signUp', { email, password: PASSWORD });
  const link = new URL(await confirmationLink(page.request, email, sandbox));
  await call(page, 'auth.confirmEmail', { token: link.searchParams.get('token') });
  await finishProfile(page);
  await reauthenticate(page);
  return email;
}

/** What adding a way in asks for. With a second factor, the password isn't enough, and nothing changes. */
async function reauthenticate(page: Page): Promise<void> {
  await page.request.post('/trpc/auth.reauthentication.password', { data: { password: PASSWORD } });
}

/** The same for someone without a password. */
export async function reauthenticateByEmail(page: Page, email: string): Promise<void> {
  await call(page, 'auth.reauthentication.sendEmailCode');
  await expect.poll(async () => (await lastMessage(page, email)).code).not.toBeNull();
  await call(page, 'auth.reauthentication.emailCode', { code: (await lastMessage(page, email)).code });
}

/** A second account of the same mailbox has no trial (TRIAL-2), so it pays right away. */
export async function aPersonWithoutTrial(page: Page): Promise<void> {
  const mailbox = `late${randomUUID().slice(0, 8)}`;
  for (const email of [`${mailbox}@gmail.com`, `${mailbox}+again@gmail.com`]) {
    await page.context().clearCookies();
    await call(page, 'auth.signUp', { email, password: PASSWORD });
    const link = new URL(await confirmationLink(page.request, email));
    await call(page, 'auth.confirmEmail', { token: link.searchParams.get('token') });
  }
  await finishProfile(page);
}

export async function finishProfile(page: Page): Promise<void> {
  const profile = { fullName: 'Maya Lindqvist', businessType: 'ecommerce', businessGoals: ['sales'] };
  await call(page, 'profile.completeOnboarding', profile);
}

export type App = { code: (steps?: number) => string };

/** Adds an authenticator app. Each of its codes works once, so a test asks for one from another time step. */
export async function anApp(page: Page, friendlyName = 'Work phone'): Promise<{ app: App; recoveryCodes: string[] }> {
  type Enrolled = { id: string; totp: { secret: string } };
  await reauthenticate(page);
  const { id, totp } = await call<Enrolled>(page, 'auth.factors.enroll', { factorType: 'totp', friendlyName });
  const generator = new TOTP({ secret: totp.secret });
  const app = { code: (steps = 0) => generator.generate({ timestamp: Date.now() + steps * 30_000 }) };
  const challenge = await call<{ id: string }>(page, 'auth.factors.challenge', { factorId: id });
  const verified = await call<{ recoveryCodes: string[] | null }>(page, 'auth.factors.verify', {
    factorId: id,
    challengeId: challenge.id,
    code: app.code(-1),
  });
  return { app, recoveryCodes: verified.recoveryCodes ?? [] };
}

/** Adds a phone. */
export async function aPhone(page: Page, phone: string, sandbox?: string): Promise<void> {
  const { id } = await call<{ id: string }>(page, 'auth.factors.enroll', {
    factorType: 'phone',
    friendlyName: 'Pocket',
    phone,
  });
  const challenge = await call<{ id: string }>(page, 'auth.factors.challenge', { factorId: id, channel: 'sms' });
  const { code } = await lastMessage(page, phone, sandbox);
  await call(page, 'auth.factors.verify', { factorId: id, challengeId: challenge.id, code });
}

/** Fills in the sign-in form, without waiting for the result. */
export async function giveCredentials(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Enters an identity on a sign-in service's consent page. It waits for that page, because the one before it may mention an email too. */
export async function allow(page: Page, service: 'Google' | 'Slack', email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${service}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Maya Lindqvist');
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** Goes to a sign-in service and returns with an identity. */
export async function comeBackFrom(page: Page, service: 'Google' | 'Slack', email: string): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${service}` }).click();
  await allow(page, service, email);
}

/** A passkey that confirms automatically, as a fingerprint reader would. */
export async function anAuthenticator(page: Page): Promise<{ agree: (does: boolean) => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    agree: async (does) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: does });
    },
  };
}

/** Makes the next call of a procedure fail the way it does when the last authentication is too old. */
export async function requireReauthentication(page: Page, procedure: string): Promise<void> {
  const { status, text } = ERROR_CODES.REAUTHENTICATION_NEEDED;
  const data = { code: 'FORBIDDEN', httpStatus: status, path: procedure, appCode: 'REAUTHENTICATION_NEEDED' };
  await page.route(
    `**/trpc/${procedure}?*`,
    (route) => route.fulfill({ status, json: [{ error: { code: -32_003, message: text, data } }] }),
    { times: 1 },
  );
}

/** Creates a passkey in the browser, as the settings page does. */
export async function aPasskey(page: Page): Promise<void> {
  await reauthenticate(page);
  const options = await call(page, 'auth.passkeys.addOptions');
  const response = await page.evaluate(
    `(async (json) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
      return (await navigator.credentials.create({ publicKey })).toJSON();
    })(${JSON.stringify(options)})`,
  );
  await call(page, 'auth.passkeys.add', { friendlyName: 'This laptop', response });
}

/** The addresses below /checkout that a page passes through. */
export function watchCheckouts(page: Page): string[] {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url());
    if (pathname === '/checkout') seen.push(pathname + search);
  });
  return seen;
}
