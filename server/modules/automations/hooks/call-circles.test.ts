import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { runAutomations, runsOf, startRun } from '#tests/support/automations/runs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const HOST = 'passes-on.example';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
/** A service between automations: it passes calls on with their headers, and adds the secret of the address that it calls. */
let between: Server;
const secrets = new Map<string, string>();
beforeEach(async () => {
  secrets.clear();
  between = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const path = request.url ?? '';
      const secret = secrets.get(path);
      const headers = { ...request.headers, ...(secret && { 'tenfold-secret': secret }) } as Record<string, string>; // reason: each was sent once
      const init = { method: 'POST', body, headers };
      void Promise.resolve(app.app.request(path, init)).then(({ status }) => response.writeHead(status).end());
    });
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const { port } = between.address() as AddressInfo; // reason: it listens on TCP
  app = await createTestApp({ standIns: new Map([[HOST, new URL(`http://127.0.0.1:${port}`)]]) });
  maya = await aPerson(app, { plan: 'pro' });
});
afterEach(() => between.close());

/** An automation with an incoming address. */
async function aHook(name: string, check: Extract<Trigger, { kind: 'webhook' }>['check'] = 'secret') {
  const definition = aDefinition({ trigger: { kind: 'webhook', check } });
  const automationId = await anAutomation(maya, { name, definition });
  const { url, secret } = await maya.api.powerUps.automations.newHook.mutate({ automationId });
  const { pathname } = new URL(url);
  if (check === 'secret') secrets.set(pathname, secret);
  return { name, automationId, path: pathname, secret, trigger: definition.trigger };
}
type Hook = Awaited<ReturnType<typeof aHook>>;
/** Has it call an address, and turns it on. */
async function calls({ automationId, name, trigger }: Hook, { path }: Hook): Promise<void> {
  const page = await maya.api.powerUps.automations.get.query({ automationId });
  const url = `https://${HOST}${path}`;
  const steps: Step[] = [{ kind: 'webhook', id: 's1', url, fields: [], recognizesRepeats: false }];
  const draft = { automationId, revision: page.revision, name, description: '' };
  await maya.api.powerUps.automations.saveDraft.mutate({ ...draft, definition: { trigger, steps } });
  await maya.api.powerUps.automations.setOn.mutate({ automationId, isOn: true });
}
const post = async ({ path, secret }: Hook, headers: Record<string, string> = {}) =>
  (await app.app.request(path, { method: 'POST', body: '{}', headers: { 'tenfold-secret': secret, ...headers } }))
    .status;
const automation = async ({ automationId }: Hook) =>
  (await maya.api.powerUps.automations.get.query({ automationId })).automation;

describe('automations whose calls start one another', () => {
  test('begin no circle: the first that comes again is turned off, and its owner told', async () => {
    const [first, second] = [await aHook('First'), await aHook('Second')];
    await calls(first, second);
    await calls(second, first);
    expect(await post(first)).toBe(202);
    await runAutomations(app);
    const runs = await runsOf(app, maya.userId);
    // They began in the same moment.
    expect(runs.toSorted((a, b) => a.chain.length - b.chain.length)).toMatchObject([
      { automation_id: first.automationId, status: 'done', chain: [] },
      { automation_id: second.automationId, status: 'done', chain: [first.automationId] },
    ]);
    expect(await automation(first)).toMatchObject({ isOn: false, pauseReason: 'loop' });
    expect(await automation(second)).toMatchObject({ isOn: true });
    const notices = await app.db
      .selectFrom('notices')
      .select('details')
      .where('topic', '=', 'automation_paused')
      .execute();
    expect(notices).toMatchObject([{ details: { title: '“First” is paused' } }]);
  });

  test('include one that calls itself, with its own signature', async () => {
    const one = await aHook('Echo', 'signature');
    await calls(one, one);
    expect((await startRun(app, maya.userId, one.automationId, { cause: 'webhook' })).kind).toBe('started');
    await runAutomations(app);
    expect(await runsOf(app, maya.userId)).toMatchObject([{ status: 'done' }]);
    expect(await automation(one)).toMatchObject({ isOn: false, pauseReason: 'loop' });
  });
});

describe('what a call says about where it comes from', () => {
  const chains = async (hook: Hook) =>
    (await runsOf(app, maya.userId)).filter((run) => run.automation_id === hook.automationId).map(({ chain }) => chain);

  test('counts only if it is a run of the same owner, and one of the last day', async () => {
    const [hook, other] = [await aHook('Orders'), await aHook('Other')];
    await calls(hook, other);
    const tom = await aPerson(app, { plan: 'pro' });
    const runId = randomUUID();
    const now = app.clock.current();
    const run = {
      id: runId,
      version: 1,
      occasion: 'x',
      cause: 'manual',
      status: 'done',
      due_at: now,
      ended_at: now,
    } as const; // reason: a row’s literals
    const tomsId = await anAutomation(tom);
    await app.db
      .insertInto('automation_runs')
      .values({ ...run, user_id: tom.userId, automation_id: tomsId, created_at: now })
      .execute();
    for (const chain of ['', 'nonsense', randomUUID(), runId, `${runId},${runId}`, "' or true --", 'x'.repeat(5_000)])
      expect(await post(hook, { 'tenfold-chain': chain, 'idempotency-key': `key ${chain}`.slice(0, 300) })).toBe(202);
    expect((await chains(hook)).map(({ length }) => length)).toEqual(Array(7).fill(0));

    const own = randomUUID();
    await app.db
      .insertInto('automation_runs')
      .values({ ...run, id: own, user_id: maya.userId, automation_id: other.automationId, created_at: now })
      .execute();
    await post(hook, { 'tenfold-chain': own, 'idempotency-key': 'true' });
    expect((await chains(hook)).filter(({ length }) => length > 0)).toEqual([[other.automationId]]);
    app.clock.advance(2 * 86_400_000);
    await post(hook, { 'tenfold-chain': own, 'idempotency-key': 'late' });
    expect((await chains(hook)).filter(({ length }) => length > 0)).toHaveLength(1);
    expect(await automation(hook)).toMatchObject({ isOn: true });
  });
});
