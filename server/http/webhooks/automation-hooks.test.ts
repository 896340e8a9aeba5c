import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { budgetsRenewAt } from '#contract/billing/budgets.ts';
import {
  HOOK_BYTES_MAX,
  HOOK_CALLS_PER_MINUTE,
  HOOK_TOLERANCE_MS,
  RUNS_PER_DAY,
} from '#contract/automations/automation-limits.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { signatureOf } from '#server/modules/automations/hooks/check-call.ts';
import { runsOf } from '#tests/support/automations/runs.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { useUp } from '#tests/support/usage.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
});

type Check = Extract<Trigger, { kind: 'webhook' }>['check'];
/** An automation with an incoming address. */
async function aHook({ check = 'secret', isOn = true }: { check?: Check; isOn?: boolean } = {}) {
  const definition = aDefinition({ trigger: { kind: 'webhook', check } });
  const automationId = await anAutomation(maya, { isOn, definition });
  const { url, secret } = await maya.api.powerUps.automations.newHook.mutate({ automationId });
  return { automationId, path: new URL(url).pathname, secret };
}
const post = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const response = await app.app.request(path, { method: 'POST', body, headers });
  return { status: response.status, body: await response.text() };
};
const sample = async (automationId: string) =>
  (await maya.api.powerUps.automations.get.query({ automationId })).hook?.sample;
/** The kinds of the fields that its calls have brought, by their names. */
async function kindsOf(automationId: string) {
  const { trigger } = (await maya.api.powerUps.automations.get.query({ automationId })).definition;
  const fields = trigger.kind === 'webhook' ? (trigger.fields ?? []) : [];
  return Object.fromEntries(fields.map(({ name, kind }) => [name, kind]));
}
async function signed(secret: string, body: string | Uint8Array, shiftMs = 0) {
  const seconds = Math.floor(((await app.clock.now()).getTime() + shiftMs) / 1_000);
  return { 'tenfold-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}` };
}
const ORDER = JSON.stringify({ Name: 'Ana', 'order total': 84, items: ['cup', 'bowl'], isPaid: true, at: { day: 1 } });

describe('a call of an incoming webhook', () => {
  test.each(['tenfold-secret', 'authorization'])(
    'with the secret in %s starts a run with what was sent',
    async (name) => {
      const { path, secret, automationId } = await aHook();
      const answer = await post(path, ORDER, { [name]: name === 'authorization' ? `Bearer ${secret}` : secret });
      expect(answer).toEqual({ status: 202, body: '{"received":true}' });
      const runs = await runsOf(app, maya.userId);
      expect(runs).toMatchObject([{ automation_id: automationId, cause: 'webhook' }]);
      const sent = {
        name: 'Ana',
        order_total: 84,
        items: ['cup', 'bowl'],
        isPaid: true,
        at: '{"day":1}',
        at_day: 1,
        body: ORDER,
      };
      expect(runs[0]?.input).toEqual(sent);
      expect(await sample(automationId)).toEqual(sent);
    },
  );

  test('with a text that isn’t JSON brings the text', async () => {
    const { path, secret } = await aHook();
    for (const body of ['', 'Hello', '{"half":', '[1, 2]', '"text"', 'null', '['.repeat(30_000)])
      expect((await post(path, body, { 'tenfold-secret': secret })).status).toBe(202);
    const keys = (await runsOf(app, maya.userId)).map(({ input }) => Object.keys(input).toSorted().join(' '));
    expect(keys.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'body'), 'body items']);
  });

  test('of a form yields its fields in both encodings', async () => {
    const { path, secret, automationId } = await aHook();
    const form = new FormData();
    form.append('Customer name', 'Zoë');
    form.append('stock', '3');
    for (const tag of ['new', 'vip']) form.append('tags[]', tag);
    form.append('photo', new File(['x'], 'cup.png'));
    const multipart = new Response(form);
    const headers = { 'tenfold-secret': secret, 'content-type': multipart.headers.get('content-type') ?? '' };
    await post(path, new Uint8Array(await multipart.arrayBuffer()), headers);
    const encoded = { 'tenfold-secret': secret, 'content-type': 'application/x-www-form-urlencoded' };
    await post(path, 'Customer+name=Zo%C3%AB&stock=3&tags[]=new&tags[]=vip&photo=cup.png', encoded);
    await post(path, '{"stock": 3}', encoded);
    const inputs = (await runsOf(app, maya.userId)).map(({ input }) => input);
    const [json, ...forms] = inputs.toSorted((a, b) => Object.keys(a).length - Object.keys(b).length);
    const sent = { customer_name: 'Zoë', stock: '3', tags: ['new', 'vip'], photo: 'cup.png' };
    expect(forms).toMatchObject([sent, sent]);
    expect(json).toEqual({ stock: 3, body: '{"stock": 3}' });
    expect(await kindsOf(automationId)).toMatchObject({ customer_name: 'text', stock: 'number', tags: 'list' });
  });

  test('brings the fields of objects inside it and of objects in lists, with large numbers as they were written', async () => {
    const { path, secret, automationId } = await aHook();
    const order = `{"id": 9007199254740993, "customer": {"name": "Ana", "address": {"city": "Athens"}},
      "lines": [{"sku": "a", "qty": 2}, {"sku": "b", "qty": 1, "note": "blue"}], "due": "2026-12-01", "paid": "no", "zip": "04101"}`;
    await post(path, order, { 'tenfold-secret': secret });
    const [{ input } = { input: {} }] = await runsOf(app, maya.userId);
    expect(input).toMatchObject({ id: '9007199254740993', customer_name: 'Ana', customer_address_city: 'Athens' });
    const { definition } = await maya.api.powerUps.automations.get.query({ automationId });
    expect(definition.trigger).toMatchObject({
      fields: expect.arrayContaining([
        { name: 'id', label: 'Id', kind: 'number' },
        { name: 'customer_address_city', label: 'Customer address city', kind: 'text' },
        { name: 'due', label: 'Due', kind: 'date' },
        { name: 'paid', label: 'Paid', kind: 'yes_no' },
        { name: 'zip', label: 'Zip', kind: 'text' },
        {
          name: 'lines',
          label: 'Lines',
          kind: 'list',
          items: [
            { name: 'sku', label: 'Sku', kind: 'text' },
            { name: 'qty', label: 'Qty', kind: 'number' },
            { name: 'note', label: 'Note', kind: 'text' },
          ],
        },
      ]),
    });
  });

  test('keeps the fields of earlier calls when an odd one comes', async () => {
    const { path, secret, automationId } = await aHook({ isOn: false });
    for (const body of [ORDER, 'Hello', '{"ping": true}']) await post(path, body, { 'tenfold-secret': secret });
    expect(await kindsOf(automationId)).toMatchObject({ name: 'text', order_total: 'number', ping: 'yes_no' });
  });

  test('that says it is JSON and isn’t gets a 400', async () => {
    const { path, secret } = await aHook();
    for (const [type, body] of [
      ['application/json', '{"half":'],
      ['application/vnd.shop+json; charset=utf-8', 'stock=3'],
      ['application/x-www-form-urlencoded', '{"half":'],
    ] as const)
      expect(await post(path, body, { 'tenfold-secret': secret, 'content-type': type })).toEqual({
        status: 400,
        body: '{"error":"The body isn’t valid JSON."}',
      });
    expect(await runsOf(app, maya.userId)).toEqual([]);
  });

  test('keeps the fields that it has itself, whatever is inside the objects before them', async () => {
    const { path, secret } = await aHook();
    const first = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, index]));
    await post(path, JSON.stringify({ first, stock: 3 }), { 'tenfold-secret': secret });
    await post(path, '{"customer":{"name":"Ana"},"customer_name":"Bob"}', { 'tenfold-secret': secret });
    const inputs = (await runsOf(app, maya.userId)).map(({ input }) => input);
    expect(inputs.find(({ stock }) => stock === 3)).toMatchObject({ first_field0: 0 });
    expect(inputs.find((input) => 'customer' in input)).toMatchObject({ customer_name: 'Bob' });
  });

  test('keeps the beginning of its body, however long its fields are', async () => {
    const { path, secret } = await aHook();
    const body = JSON.stringify({ a: { b: { c: 'x'.repeat(19_900) } } });
    await post(path, body, { 'tenfold-secret': secret });
    const [run] = await runsOf(app, maya.userId);
    expect(run?.input['body']).toBe(body);
    expect(Object.keys(run?.input ?? {}).toSorted()).toEqual(['a', 'a_b_c', 'body']);
  });

  test('with thousands of form fields is read at once', async () => {
    const { path, secret } = await aHook();
    const names = Array.from({ length: 10_000 }, (_, index) => `a${index}`);
    const headers = { 'tenfold-secret': secret, 'content-type': 'application/x-www-form-urlencoded' };
    const begun = performance.now();
    expect(await post(path, names.join('&').slice(0, 60_000), headers)).toMatchObject({ status: 202 });
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  test('of a form in another encoding is read in it, and a broken form is refused', async () => {
    const { path, secret } = await aHook();
    const send = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
      post(path, body, { 'tenfold-secret': secret, 'content-type': type });
    await send('application/x-www-form-urlencoded; charset=iso-8859-1', 'name=J%F6rg+M');
    await send('application/x-www-form-urlencoded', '[0]=a');
    const inputs = (await runsOf(app, maya.userId)).map(({ input }) => input);
    expect(inputs.map(({ name }) => name).filter(Boolean)).toEqual(['Jörg M']);
    expect(inputs).toHaveLength(2);
    expect(await send('multipart/form-data; boundary=x', 'no parts')).toEqual({
      status: 400,
      body: '{"error":"The body isn’t a valid form."}',
    });
  });

  test('changes the kind of a field that its calls disagree about', async () => {
    const { path, secret, automationId } = await aHook({ isOn: false });
    for (const body of ['{"note":"12","tags":"a","stock":3}', '{"note":"gift","tags":["a","b"],"stock":""}'])
      await post(path, body, { 'tenfold-secret': secret });
    expect(await kindsOf(automationId)).toMatchObject({ note: 'text', tags: 'list', stock: 'number' });
  });

  test('that comes with another at the same time takes none of its fields away', async () => {
    const { path, secret, automationId } = await aHook({ isOn: false });
    const names = ['one', 'two', 'three', 'four'];
    await Promise.all(names.map((name) => post(path, `{"${name}": 1}`, { 'tenfold-secret': secret })));
    expect(Object.keys(await kindsOf(automationId)).toSorted()).toEqual(names.toSorted());
  });

  test('with a valid signature starts a run, and the same call again starts nothing, whatever key it has', async () => {
    const { path, secret } = await aHook({ check: 'signature' });
    const headers = await signed(secret, ORDER);
    for (const key of [{}, {}, { 'idempotency-key': 'another' }] as Record<string, string>[])
      expect((await post(path, ORDER, { ...headers, ...key })).status).toBe(202);
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
    app.clock.advance(HOOK_TOLERANCE_MS + 60_000);
    expect((await post(path, ORDER, headers)).status).toBe(401);
  });

  test('a signed call is accepted once, however its header is written, even for parallel requests', async () => {
    const { path, secret } = await aHook({ check: 'signature' });
    const { 'tenfold-signature': header } = await signed(secret, ORDER);
    const [time = '', hex = ''] = header.slice(2).split(',v1=');
    const spellings = [
      header,
      header,
      ...['0', '00', '000', '+', ' '].map((before) => `t=${before}${time},v1=${hex}`),
      `t=${time}.0,v1=${hex}`,
      `t=${time},v1=${hex.toUpperCase()}`,
      `t=${time}, v1=${hex}`,
      `v1=${hex},t=${time}`,
      `${header},v1=${hex}`,
      `${header},${header}`,
    ];
    const answers = await Promise.all(
      spellings.map((spelling, index) =>
        post(path, ORDER, { 'tenfold-signature': spelling, 'idempotency-key': `key ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(spellings.map((one) => (one === header ? 202 : 401)));
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test.each<[string, Buffer<ArrayBuffer>, string | undefined]>([
    ['after a byte order mark', Buffer.from('\uFEFF{"name":"Zoë"}'), undefined],
    ['in Latin-1', Buffer.from('{"name":"Zoë"}', 'latin1'), 'application/json; charset="ISO-8859-1"'],
    ['in UTF-16', Buffer.from('\uFEFF{"name":"Zoë"}', 'utf16le'), 'application/json;charset=utf-16'],
  ])('a signed call is read %s', async (_, body, type) => {
    const { path, secret } = await aHook({ check: 'signature' });
    const headers = { ...(await signed(secret, body)), ...(type && { 'content-type': type }) };
    expect((await post(path, body, headers)).status).toBe(202);
    expect((await runsOf(app, maya.userId)).map(({ input }) => input)).toEqual([
      { name: 'Zoë', body: '{"name":"Zoë"}' },
    ]);
  });

  test.each<[string, string | Buffer<ArrayBuffer>, Record<string, string>, RegExp]>([
    ['of 10,000 nested objects', `{"a":`.repeat(10_000) + '1' + '}'.repeat(10_000), {}, /nested too deeply/],
    ['of 10,000 nested lists in a field', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, {}, /nested too deeply/],
    ['that isn’t UTF-8', Buffer.from('Zoë', 'latin1'), {}, /isn’t UTF-8/],
    ['in an unknown encoding', 'Hello', { 'content-type': 'text/plain; charset=klingon' }, /isn’t UTF-8/],
    ['with a key that is too long', 'Hello', { 'idempotency-key': 'k'.repeat(501) }, /at most 500 characters/],
  ])('a call %s gets a 400 with the reason, and leaves no trace', async (_, body, headers, why) => {
    const { path, secret, automationId } = await aHook();
    const answer = await post(path, body, { 'tenfold-secret': secret, ...headers });
    expect([answer.status, answer.body]).toEqual([400, expect.stringMatching(why)]);
    expect(await runsOf(app, maya.userId)).toEqual([]);
    expect(await sample(automationId)).toBeNull();
  });

  test('sent five times with one key starts one run, even at the same moment', async () => {
    const { path, secret } = await aHook();
    const headers = { 'tenfold-secret': secret, 'idempotency-key': 'order 7' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(path, ORDER, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    app.clock.advance(3 * 3_600_000);
    await post(path, ORDER, headers);
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test('while it is off is kept as a sample, and starts nothing', async () => {
    const { path, secret, automationId } = await aHook({ isOn: false });
    expect((await post(path, ORDER, { 'tenfold-secret': secret })).status).toBe(202);
    expect(await runsOf(app, maya.userId)).toEqual([]);
    expect(await sample(automationId)).toMatchObject({ name: 'Ana', order_total: 84 });
    const { samples } = await maya.api.powerUps.automations.get.query({ automationId });
    expect(samples).toMatchObject({ 'trigger.name': 'Ana', 'trigger.items': '- cup\n- bowl' });
  });

  test('of the largest size is kept in its beginning', async () => {
    const { path, secret, automationId } = await aHook({ isOn: false });
    const body = JSON.stringify({ text: '\u0001'.repeat(10_000) });
    expect((await post(path, body, { 'tenfold-secret': secret })).status).toBe(202);
    const kept = Object.values((await sample(automationId)) ?? {}).join('');
    expect(kept).toHaveLength(10_000);
  });
});

describe('a forged call', () => {
  test.each<[string, Check, (secret: string) => Record<string, string> | Promise<Record<string, string>>]>([
    ['without anything', 'secret', () => ({})],
    ['with another secret', 'secret', () => ({ 'tenfold-secret': 'x'.repeat(43) })],
    ['with an empty secret', 'secret', () => ({ 'tenfold-secret': '', authorization: 'Bearer ' })],
    ['with a signature where the secret is wanted', 'secret', (secret) => signed(secret, ORDER)],
    ['with the secret where a signature is wanted', 'signature', (secret) => ({ 'tenfold-secret': secret })],
    ['with a signature by another secret', 'signature', () => signed('other', ORDER)],
    ['with a signature of another body', 'signature', (secret) => signed(secret, '{}')],
    ['with a signature of yesterday', 'signature', (secret) => signed(secret, ORDER, -86_400_000)],
    ['with a signature of tomorrow', 'signature', (secret) => signed(secret, ORDER, 86_400_000)],
    ['with half a signature', 'signature', () => ({ 'tenfold-signature': 't=1,v1=' })],
    ['with a signature without end', 'signature', () => ({ 'tenfold-signature': `t=1,v1=${'a'.repeat(5_000)}` })],
  ])('%s is refused, and leaves no trace', async (_, check, headersFor) => {
    const { path, secret, automationId } = await aHook({ check });
    expect((await post(path, ORDER, await headersFor(secret))).status).toBe(401);
    expect(await runsOf(app, maya.userId)).toEqual([]);
    expect(await sample(automationId)).toBeNull();
  });

  test('to an address that doesn’t exist, or no longer does, answers 404', async () => {
    const { path, secret, automationId } = await aHook();
    const renewed = await maya.api.powerUps.automations.newHook.mutate({ automationId });
    const headers = { 'tenfold-secret': secret };
    const tomas = await aPerson(app);
    for (const gone of [
      path,
      '/hooks/x',
      `/hooks/${'A'.repeat(65)}`,
      `/hooks/${randomUUID()}`,
      path.replace(/^(.{7}).{22}/, `$1${'A'.repeat(22)}`),
    ])
      expect((await post(gone, ORDER, headers)).status).toBe(404);
    const now = new URL(renewed.url).pathname;
    expect((await post(now, ORDER, headers)).status, 'the secret before is no longer valid').toBe(401);
    await maya.api.powerUps.automations.remove.mutate({ automationId });
    expect((await post(now, ORDER, { 'tenfold-secret': renewed.secret })).status).toBe(404);
    expect((await app.app.request(now)).status).toBe(404);
    expect(await runsOf(app, maya.userId)).toEqual([]);
    expect(await runsOf(app, tomas.userId)).toEqual([]);
  });

  test('with more bytes than it may have is refused, whatever it says about itself', async () => {
    const { path, secret } = await aHook();
    const body = 'x'.repeat(HOOK_BYTES_MAX + 1);
    for (const length of [{}, { 'content-length': '10' }] as Record<string, string>[])
      expect((await post(path, body, { 'tenfold-secret': secret, ...length })).status).toBe(413);
    expect((await post(path, body.slice(1), { 'tenfold-secret': secret })).status).toBe(202);
  });
});

describe('a flood of calls', () => {
  test(`gets ${HOOK_CALLS_PER_MINUTE} a minute through, and the next minute as many again`, async () => {
    const { path, secret } = await aHook({ isOn: false });
    const flood = () =>
      Promise.all(
        Array.from({ length: HOOK_CALLS_PER_MINUTE + 20 }, () => post(path, '{}', { 'tenfold-secret': secret })),
      );
    const statuses = async () => (await flood()).map(({ status }) => status);
    expect((await statuses()).filter((status) => status === 202)).toHaveLength(HOOK_CALLS_PER_MINUTE);
    expect((await post(path, '{}', { 'tenfold-secret': secret })).status).toBe(429);
    app.clock.advance(61_000);
    expect((await post(path, '{}', { 'tenfold-secret': secret })).status).toBe(202);
  });

  test('that are forged doesn’t keep the real ones out', async () => {
    const { path, secret } = await aHook();
    const forged = await Promise.all(
      Array.from({ length: HOOK_CALLS_PER_MINUTE + 20 }, () => post(path, '{}', { 'tenfold-secret': 'wrong' })),
    );
    expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await post(path, '{}', { 'tenfold-secret': secret })).status).toBe(202);
  });

  test('that repeat one recorded call don’t keep the real ones out, even at the same moment', async () => {
    const { path, secret } = await aHook({ check: 'signature' });
    const recorded = await signed(secret, ORDER);
    const repeats = Array.from({ length: HOOK_CALLS_PER_MINUTE + 20 }, () => post(path, ORDER, recorded));
    expect(new Set((await Promise.all(repeats)).map(({ status }) => status))).toEqual(new Set([202, 429]));
    expect((await post(path, '{}', await signed(secret, '{}'))).status).toBe(202);
    expect(await runsOf(app, maya.userId)).toHaveLength(2);
  });
});

describe('calls when there’s no room left for their runs today', () => {
  type Call = { secret: string; path: string; key?: string };
  const send = async ({ path, secret, key }: Call) =>
    app.app.request(path, {
      method: 'POST',
      body: ORDER,
      headers: { 'tenfold-secret': secret, ...(key !== undefined && { 'idempotency-key': key }) },
    });
  /** Puts Maya on Free, the plan that `useUp` assumes. */
  const onFree = async () => {
    maya = await aPerson(app, { plan: 'free' });
  };
  const secondsToMidnight = async () => {
    const now = await app.clock.now();
    return Math.ceil((budgetsRenewAt(now).getTime() - now.getTime()) / 1_000);
  };

  test.each(['run_steps', 'run_bytes'] as const)(
    'a call is refused with 429 until midnight UTC once the day’s %s are used up, and leaves no trace',
    async (budget) => {
      await onFree();
      const { path, secret, automationId } = await aHook();
      await useUp(app, maya.userId, budget, { left: 1 });
      expect((await send({ path, secret, key: 'order 1' })).status).toBe(202);
      await useUp(app, maya.userId, budget);
      const kept = await sample(automationId);
      app.clock.advance(1_000);
      const answer = await send({ path, secret, key: 'order 2' });
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBe(await secondsToMidnight());
      expect(await answer.json()).toEqual({
        error: 'This account’s automations have reached today’s limit. Please send this call again after midnight UTC.',
      });
      expect(await runsOf(app, maya.userId)).toHaveLength(1);
      expect(await sample(automationId)).toEqual(kept);
      expect(
        (await send({ path, secret, key: 'order 1' })).status,
        'a call that was acknowledged stays acknowledged',
      ).toBe(202);
      app.clock.advance((await secondsToMidnight()) * 1_000);
      expect((await send({ path, secret, key: 'order 2' })).status).toBe(202);
      expect(await runsOf(app, maya.userId)).toHaveLength(2);
    },
  );

  test('a call is refused with 429 if the automation has started its runs of 24 hours, and can be sent again unchanged', async () => {
    const { path, secret, automationId } = await aHook({ check: 'signature' });
    const first = await signed(secret, ORDER);
    const now = app.clock.current();
    await sql`
      insert into automation_runs (user_id, id, automation_id, version, cause, occasion, status, due_at, created_at, ended_at)
      select ${maya.userId}, gen_random_uuid(), ${automationId}, 1, 'webhook', 'earlier ' || n, 'done', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${RUNS_PER_DAY.automation}::int) n`.execute(app.db);
    const refused = await app.app.request(path, { method: 'POST', body: ORDER, headers: first });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await sample(automationId)).toBe(null);
    await app.db.deleteFrom('automation_runs').execute();
    expect((await post(path, ORDER, first)).status).toBe(202);
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test('a call is refused while the account is on hold, without saying so', async () => {
    const { path, secret } = await aHook();
    await app.db.updateTable('users').set({ held_at: new Date() }).where('id', '=', maya.userId).execute();
    const answer = await send({ path, secret });
    expect([answer.status, await answer.text()]).toEqual([429, expect.not.stringMatching(/hold/)]);
    expect(await runsOf(app, maya.userId)).toEqual([]);
    await app.db.updateTable('users').set({ held_at: null }).where('id', '=', maya.userId).execute();
    expect((await send({ path, secret })).status).toBe(202);
  });

  test('a signed call that was refused can be sent again with the same signature', async () => {
    await onFree();
    const { path, secret } = await aHook({ check: 'signature' });
    const headers = await signed(secret, ORDER);
    await useUp(app, maya.userId, 'run_bytes');
    expect((await post(path, ORDER, headers)).status).toBe(429);
    await useUp(app, maya.userId, 'run_bytes', { left: 5_000 });
    expect((await post(path, ORDER, headers)).status).toBe(202);
    expect(await runsOf(app, maya.userId)).toHaveLength(1);
  });

  test('a call is kept as a sample while the automation is off, since it starts nothing', async () => {
    await onFree();
    const { path, secret, automationId } = await aHook({ isOn: false });
    await useUp(app, maya.userId, 'run_steps');
    expect((await send({ path, secret })).status).toBe(202);
    expect(await sample(automationId)).toMatchObject({ name: 'Ana' });
  });

  test('calls past the day’s budget get the 429 of a flood if there are too many in a minute', async () => {
    await onFree();
    const { path, secret } = await aHook();
    await useUp(app, maya.userId, 'run_steps');
    const answers = await Promise.all(Array.from({ length: HOOK_CALLS_PER_MINUTE + 1 }, () => send({ path, secret })));
    const retries = answers.map(({ headers }) => headers.get('retry-after'));
    expect(retries.filter((seconds) => seconds === '60')).toHaveLength(1);
  });
});
