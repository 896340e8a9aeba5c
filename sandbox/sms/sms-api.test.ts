import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import type { Message } from '../inbox/message.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent') });
});
afterAll(() => sandbox.close());

type RequestOptions = { account?: string; authorization?: string; token?: string };
function post(form: Record<string, string>, options: RequestOptions = {}) {
  const { account = 'sandbox', authorization = `Basic ${Buffer.from('sandbox:any').toString('base64')}` } = options;
  return fetch(`${sandbox.url}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: 'POST',
    headers: { authorization, ...(options.token ? { 'I-Twilio-Idempotency-Token': options.token } : {}) },
    body: new URLSearchParams(form),
  });
}
const inboxOf = async (to: string) => (await (await fetch(`${sandbox.url}/inbox.json?to=${to}`)).json()) as Message[]; // reason: the shape is what these tests check

test('a text message gets Twilio’s response and arrives in the inbox', async () => {
  const response = await post({ To: '+46700000001', From: '+15550100100', Body: '482915 is your code. @host #482915' });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    account_sid: 'sandbox',
    status: 'queued',
    direction: 'outbound-api',
    to: '+46700000001',
    from: '+15550100100',
    body: '482915 is your code. @host #482915',
    error_code: null,
  });
  expect(await inboxOf('%2B46700000001')).toMatchObject([
    { kind: 'sms', to: '+46700000001', from: '+15550100100', subject: 'SMS', code: '482915', html: '', links: [] },
  ]);
});

test('a plus that a URL turned into a space is still part of the number', async () => {
  await post({ To: '+46700000002', From: '+15550100100', Body: 'Hello' });
  expect(await inboxOf('+46700000002')).toHaveLength(1);
  expect(await inboxOf('46700000002')).toHaveLength(1);
  expect(await inboxOf('6700000002')).toEqual([]);
});

test('a WhatsApp message is marked as one', async () => {
  await post({ To: 'whatsapp:+46700000003', From: 'whatsapp:+15550100100', Body: 'Hello' });
  expect(await inboxOf('+46700000003')).toMatchObject([{ kind: 'sms', subject: 'WhatsApp', from: '+15550100100' }]);
  const page = await (await fetch(`${sandbox.url}/inbox?to=%2B46700000003`)).text();
  expect(page).toContain('WhatsApp to +46700000003');
});

test('a repeated idempotency token sends one message', async () => {
  const form = { To: '+46700000004', From: '+15550100100', Body: 'Once' };
  const sids = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { sid } = (await (await post(form, { token: 'one' })).json()) as { sid: string }; // reason: Twilio's answer
      return sid;
    }),
  );
  expect(new Set(sids).size).toBe(1);
  expect(await inboxOf('+46700000004')).toHaveLength(1);
});

test.each([
  ['no number', { To: 'maya', From: '+1', Body: 'x' }, 400, 21211],
  ['no sender', { To: '+46700000005', Body: 'x' }, 400, 21603],
  ['no text', { To: '+46700000005', From: '+1' }, 400, 21602],
  ['too long a text', { To: '+46700000005', From: '+1', Body: 'x'.repeat(1601) }, 400, 21617],
  ['two channels', { To: 'whatsapp:+46700000005', From: '+1', Body: 'x' }, 400, 63007],
])('%s is refused with Twilio’s code', async (_, form, status, code) => {
  const response = await post(form);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code, status });
  expect(await inboxOf('+46700000005')).toEqual([]);
});

test.each([
  ['none', ''],
  ['a bearer token', 'Bearer sandbox'],
  ['that of another account', `Basic ${Buffer.from('other:any').toString('base64')}`],
  ['one without a key', `Basic ${Buffer.from('sandbox:').toString('base64')}`],
])('an authorization that is %s is refused', async (_, authorization) => {
  const response = await post({ To: '+46700000006', From: '+1', Body: 'x' }, { authorization });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 20003 });
});

test('the overview names the endpoint and the numbers that fail', async () => {
  const page = await (await fetch(sandbox.url)).text();
  for (const text of ['/2010-04-01/Accounts/sandbox/Messages.json', '+15005550001', '+15005550014'])
    expect(page).toContain(text);
});
