import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StepOf } from '#contract/automations/steps.ts';
import { aRehearsal, aStepContext } from '#tests/support/automations/step-context.ts';
import { anAutomation } from '#tests/support/automations/automations.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const HOST = 'hooks.shop.example';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let server: Server;
let got: { headers: IncomingHttpHeaders; body: string }[] = [];
/** What the other system does; null breaks the connection off. */
let reply: { status: number; text: string } | null = { status: 200, text: 'ok' };
beforeEach(async () => {
  got = [];
  reply = { status: 200, text: '{"id": 7}' };
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      if (reply) response.writeHead(reply.status).end(reply.text);
      else request.socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  app = await createTestApp({ standIns: new Map([[HOST, new URL(`http://127.0.0.1:${port}`)]]) });
  maya = await aPerson(app, { plan: 'pro' });
});
afterEach(() => server.close());

const webhook = (more: Partial<StepOf<'webhook'>> = {}): StepOf<'webhook'> => ({
  kind: 'webhook',
  id: 's2',
  url: `https://${HOST}/in?key=secret`,
  fields: [
    { name: 'text', value: 'Hello {{trigger.name}}' },
    { name: 'score', value: ' {{s1.score}} ' },
    { name: 'tags', value: '{{s1.tags}}' },
    { name: '__proto__', value: 'x' },
  ],
  recognizesRepeats: false,
  ...more,
});
const values = { 'trigger.name': 'Nora "}\u0000 {{s1.score}} <script>', 's1.score': 4.5, 's1.tags': ['a', 'b'] };
async function aContext(more: object = {}) {
  const automationId = await anAutomation(maya);
  const automation = { id: automationId, name: 'Bowls' };
  return aStepContext(app, maya.userId, { values, automation, ...more });
}
const step = () => app.container.services.stepHandlers.webhook;

describe('a call to another system', () => {
  test('has its fields as JSON, a key that is the same each time, and a signature', async () => {
    const context = await aContext();
    const outcome = await step().run(webhook(), context);
    expect(outcome).toMatchObject({ kind: 'done', output: { status: 200, response: '{"id": 7}' } });
    expect(JSON.stringify(outcome.input), 'what may be secret isn’t recorded').not.toContain('secret');
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(JSON.parse(body)).toEqual(
      JSON.parse(
        '{"text": "Hello Nora \\"} {{s1.score}} <script>", "score": 4.5, "tags": ["a", "b"], "__proto__": "x"}',
      ),
    );
    expect(headers['idempotency-key']).toBe(context.effectId);
    const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['tenfold-signature'])) ?? [];
    expect(Number(time)).toBe(context.now.getTime() / 1_000);
    const row = await app.db.selectFrom('automations').select('hook_secret as secret').executeTakeFirst();
    expect(row?.secret, 'it is kept sealed').not.toBeNull();
    const { secret } = await maya.api.powerUps.automations.newHook.mutate({ automationId: context.automation.id });
    await step().run(webhook(), context);
    const [, again] = got;
    const signed = String(again?.headers['tenfold-signature']);
    const expected = createHmac('sha256', secret).update(`${time}.${again?.body}`).digest('hex');
    expect(signed).toBe(`t=${time},v1=${expected}`);
    expect(signed).not.toContain(signature);
  });

  test.each([
    [404, false, `${HOST} didn’t accept the call (404).`],
    [302, false, `${HOST} answered with a redirect (302)`],
    [429, true, `${HOST} couldn’t take the call (429).`],
    [503, true, `${HOST} couldn’t take the call (503).`],
  ])(
    'that is answered with %d fails, and is tried again only if that may help',
    async (status, isTemporary, message) => {
      reply = { status, text: `<b>why</b>\u0000${'x'.repeat(20_000)}` };
      const failed = step().run(webhook(), await aContext());
      await expect(failed).rejects.toMatchObject({
        message: expect.stringContaining(message),
        isTemporary,
        isUnknown: false,
        detail: expect.stringMatching(/^<b>why<\/b>x{100}/),
      });
    },
  );

  test('that broke off is unknown, unless the other side recognizes repeats: then it is made again', async () => {
    reply = null;
    await expect(step().run(webhook(), await aContext())).rejects.toMatchObject({
      isUnknown: true,
      isTemporary: false,
    });
    const repeatable = webhook({ recognizesRepeats: true });
    await expect(step().run(repeatable, await aContext())).rejects.toMatchObject({
      isUnknown: false,
      isTemporary: true,
    });
    expect([step().isRepeatable?.(webhook()), step().isRepeatable?.(repeatable)]).toEqual([false, true]);
  });

  test('to an address inside is never made', async () => {
    for (const url of ['https://127.0.0.1/', 'http://hooks.shop.example/', 'https://169.254.169.254/'])
      await expect(step().run(webhook({ url }), await aContext())).rejects.toThrow('isn’t a public https:// address');
    expect(got).toEqual([]);
  });

  test('of 50 MB is cut', async () => {
    const huge = { ...values, 'trigger.name': 'x'.repeat(50_000_000) };
    const fields = Array.from({ length: 20 }, (_, index) => ({ name: `f${index}`, value: '{{trigger.name}}!' }));
    const outcome = await step().run(webhook({ fields }), await aContext({ values: huge }));
    expect(got[0]?.body.length).toBeLessThan(110_000);
    expect(JSON.stringify(outcome.input).length).toBeLessThan(25_000);
  });

  test('that is rehearsed says what would be sent where, and sends nothing', async () => {
    const rehearsed = await step().rehearse(webhook(), await aRehearsal(app, maya.userId, { values }));
    expect(rehearsed).toMatchObject({
      outcome: 'would',
      text: `${HOST} would be called with “text”, “score”, “tags”, “__proto__”. We don’t know yet what it would answer.`,
      body: expect.stringContaining('"score": 4.5'),
      output: {},
    });
    expect(got).toEqual([]);
  });
});
