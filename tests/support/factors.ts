import { TOTP } from 'otpauth';
import type { UserId } from '#db/types.gen.ts';
import type { Browser, TestApp } from '#tests/support/test-app.ts';

/** The code an authenticator app shows; `steps` counts half minutes from now. */
export async function codeOf(app: TestApp, secret: string, steps = 0): Promise<string> {
  const timestamp = (await app.clock.now()).getTime() + steps * 30_000;
  return new TOTP({ secret }).generate({ timestamp });
}

/** A code that no authenticator app shows around now. */
export async function wrongCodeOf(app: TestApp, secret: string): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((steps) => codeOf(app, secret, steps)));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}

/** The six digits of the newest text message. */
export const smsCode = (app: TestApp): string => /\d{6}/.exec(app.messages.at(-1)?.text ?? '')?.[0] ?? '';

/** Adds an authenticator app to an account, and waits until its next code. */
export async function addTotp(app: TestApp, { api }: Browser, friendlyName = 'My app') {
  const { id: factorId, totp } = await api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName });
  const secret = totp?.secret ?? '';
  const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
  const code = await codeOf(app, secret);
  const { recoveryCodes } = await api.auth.factors.verify.mutate({ factorId, challengeId, code });
  app.clock.advance(30_000);
  return { factorId, secret, recoveryCodes: recoveryCodes ?? [] };
}

/** Adds a phone to an account, and waits until another message may be sent. */
export async function addPhone(app: TestApp, { api }: Browser, phone = '+46701234567', friendlyName = 'My phone') {
  const { id: factorId } = await api.auth.factors.enroll.mutate({ factorType: 'phone', friendlyName, phone });
  const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
  const { recoveryCodes } = await api.auth.factors.verify.mutate({ factorId, challengeId, code: smsCode(app) });
  app.clock.advance(60_000);
  return { factorId, recoveryCodes: recoveryCodes ?? [] };
}

/** Everything that can open an account was added two months ago. */
export async function ageWaysIn(app: TestApp): Promise<void> {
  const at = new Date((await app.clock.now()).getTime() - 60 * 86_400_000);
  await app.db.updateTable('factors').set({ created_at: at, verified_at: at }).execute();
  for (const table of ['recovery_codes', 'passkeys', 'identities'] as const)
    await app.db.updateTable(table).set({ created_at: at }).execute();
}

/** Signs the same person in with only the password, in a browser with these cookies. */
async function withPasswordAnd(app: TestApp, userId: UserId, cookies: string[]): Promise<Browser> {
  const session = await app.container.services.sessions.start(userId, {
    client: { address: '203.0.113.8', userAgent: 'vitest elsewhere' },
    methods: ['password'],
  });
  return app.browser({ cookie: [session, ...cookies].map((line) => line.split(';')[0] ?? '').join('; ') });
}

/** Signs the same person in with only the password, on another device. */
export const withPasswordOnly = (app: TestApp, { userId }: { userId: UserId }): Promise<Browser> =>
  withPasswordAnd(app, userId, []);

/** Does the same in a browser that has passed the person's second factor before. */
export const inKnownBrowser = async (app: TestApp, { userId }: { userId: UserId }): Promise<Browser> =>
  withPasswordAnd(app, userId, await app.container.services.codeAttempts.remember({ userId, kind: 'browser' }, {}));
