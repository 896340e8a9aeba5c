import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contactSchema } from '#contract/site/contact.ts';
import { subscribeSchema } from '#contract/site/newsletter.ts';
import * as gotrue from '#server/http/gotrue/gotrue-schemas.ts';
import { appRouter } from '#server/trpc/root.ts';
import { findExpensive, hostileTexts } from './hostile-texts.ts';
import { aPerson } from '#tests/support/people.ts';
import { stringFields, type StringField } from '#tests/support/string-fields.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** A quarter of the maximum body size: long enough for a quadratic regex to take seconds. */
const LENGTH = 64_000;
const HARMLESS = 'x'.repeat(LENGTH);

const HOSTILE = hostileTexts(LENGTH);
/** A form encodes each byte as three. */
const FORM_LENGTH = 40_000;
const HEADER_LENGTH = 16_000;

let app: TestApp;
let cookie: string;
let token: string;
beforeAll(async () => {
  // Otherwise the day's changes would be used up, and later texts would be refused before anything read them.
  app = await createTestApp({ environment: { BUDGET_FACTOR: '1000' } });
  const maya = await aPerson(app, { password: 'forty warm bowls' });
  cookie = maya.cookie();
  const signedIn = await app.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: maya.email, password: 'forty warm bowls' }),
  });
  token = ((await signedIn.json()) as { access_token: string }).access_token; // reason: GoTrue's shape
});

type Send = (text: string) => Promise<Response>;

const answerTo = (send: Send) => async (text: string) => (await send(text)).text();

type Definition = { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[] } };
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>); // reason: tRPC types the record by name only
const seen = new Set<string>();
const fieldsOfProcedures = procedures.flatMap(([path, { _def }]) =>
  _def.inputs.flatMap((input) => stringFields(input, seen)).map((field) => ({ path, type: _def.type, ...field })),
);

function callProcedure({ path, type, fill }: StringField & { path: string; type: string }): Send {
  return async (text) => {
    const input = JSON.stringify(fill(text));
    return type === 'mutation'
      ? app.app.request(`/trpc/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: input,
        })
      : app.app.request(`/trpc/${path}?input=${encodeURIComponent(input)}`, { headers: { cookie } });
  };
}

test('every procedure with an input is covered', () => {
  const withInput = procedures.filter(([, { _def }]) => _def.inputs.length > 0).map(([path]) => path);
  const lookedAt = new Set(fieldsOfProcedures.map(({ path }) => path));
  // Their inputs are booleans.
  const withoutText = ['brain.setLearning', 'powerUps.automations.pauseAll', 'powerUps.automations.setApprovalEmails'];
  expect(withInput.filter((path) => !lookedAt.has(path))).toEqual(withoutText);
});

describe('a quarter of a megabyte of hostile text costs no more than as much harmless text', () => {
  test.each(fieldsOfProcedures)('in $path: $name', async (field) => {
    expect(await findExpensive(answerTo(callProcedure(field)), HOSTILE, HARMLESS)).toEqual([]);
  });

  const bodies: [string, string, z.ZodType][] = [
    ['POST', '/auth/v1/signup', gotrue.signupBody],
    ['POST', '/auth/v1/token?grant_type=password', gotrue.passwordGrantBody],
    ['POST', '/auth/v1/token?grant_type=refresh_token', gotrue.refreshGrantBody],
    ['POST', '/auth/v1/token?grant_type=pkce', gotrue.pkceGrantBody],
    ['PUT', '/auth/v1/user', gotrue.userBody],
    ['POST', '/auth/v1/resend', gotrue.resendBody],
    ['POST', '/auth/v1/recover', gotrue.recoverBody],
    ['POST', '/auth/v1/factors', gotrue.factorBody],
    ['POST', '/auth/v1/factors/00000000-0000-4000-8000-000000000000/challenge', gotrue.challengeBody],
    ['POST', '/auth/v1/factors/00000000-0000-4000-8000-000000000000/verify', gotrue.verifyBody],
  ];
  test.each(
    bodies.flatMap(([method, path, schema]) => stringFields(schema).map((field) => ({ method, path, ...field }))),
  )('in $method $path: $name', async ({ method, path, fill }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const send: Send = async (text) => app.app.request(path, { method, headers, body: JSON.stringify(fill(text)) });
    expect(await findExpensive(answerTo(send), HOSTILE, HARMLESS)).toEqual([]);
  });

  const forms: [string, string[]][] = [
    ['/newsletter', Object.keys(subscribeSchema.shape)],
    ['/contact', Object.keys(contactSchema.shape)],
    ['/newsletter/confirm', ['token']],
    ['/newsletter/unsubscribe', ['token', 'List-Unsubscribe']],
    ['/webhooks/stripe', ['id']],
  ];
  test.each(forms.flatMap(([path, names]) => names.map((name) => ({ path, name }))))(
    'in the form $path: $name',
    async ({ path, name }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const send: Send = async (text) =>
        app.app.request(path, { method: 'POST', headers, body: new URLSearchParams([[name, text]]) });
      expect(await findExpensive(answerTo(send), hostileTexts(FORM_LENGTH), 'x'.repeat(FORM_LENGTH))).toEqual([]);
    },
  );

  const headerNames = [
    'cookie',
    'authorization',
    'user-agent',
    'x-forwarded-for',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'stripe-signature',
    'origin',
    'content-type',
    'sec-fetch-site',
  ];
  test.each(headerNames)('in the header %s, as long as Node takes it', async (name) => {
    const printable = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, '~');
    const send: Send = async (text) => {
      const headers = { [name]: printable(text) };
      await (await app.app.request('/trpc/account.get', { headers })).text();
      return app.app.request('/webhooks/stripe', { method: 'POST', body: '{}', headers });
    };
    const separators = Object.fromEntries(
      [';=', '%', ',', '.'].map((piece) => [piece, piece.repeat(HEADER_LENGTH / 2)]),
    );
    const texts = { ...hostileTexts(HEADER_LENGTH), ...separators };
    expect(await findExpensive(answerTo(send), texts, 'x'.repeat(HEADER_LENGTH))).toEqual([]);
  });
});
