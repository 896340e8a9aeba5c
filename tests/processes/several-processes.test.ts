import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { LIMITS } from '#contract/billing/limits.ts';
import { DEMO, DEMO_FREE } from '#db/demo/demo-account.ts';
import { eventually } from './support/eventually.ts';
import { codeOf, signIn } from './support/person.ts';
import { startWorld, type World } from './support/world.ts';

const QUESTION = 'What should we do first this week?';
const LONG_QUESTION = 'What should we do first this week? [sandbox: slow]';

async function twoProcesses() {
  const world = await startWorld({ on: 'postgres', processes: 2 });
  return { world, a: world.process(0), b: world.process(1) };
}

const thePerson = (world: World) => world.table()`(select id from users where email = ${DEMO_FREE.email})`;

async function leaveOneMessage(world: World): Promise<void> {
  await world.table()`delete from usage_receipts where user_id = ${thePerson(world)}`;
  await world.table()`
    with counted as (
      update usage_tracking set messages_used = ${LIMITS.free.messages - 1} where user_id = ${thePerson(world)}
      returning user_id, month_year, messages_used
    )
    insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at)
    select user_id, gen_random_uuid(), 'messages', month_year, messages_used, 'earlier', 'counted', now() from counted`;
}

/** The sum of the receipts, which must always equal the counter. */
async function receiptsOf(world: World): Promise<number> {
  const [row] = await world.table()`
    select sum(amount)::int as sum from usage_receipts where user_id = ${thePerson(world)} and status <> 'released'`;
  return Number(row?.sum);
}

async function countTurns(world: World): Promise<number> {
  return (await world.table()`select id from turns where user_id = ${thePerson(world)}`).length;
}

test('an answer written by one process can be followed at another, from the beginning and from the middle', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const maya = await signIn(a, DEMO.email);
  const { sent, reader: here } = await maya.ask(a, QUESTION);
  const there = maya.follow(b, sent.answer.id);
  await here.untilLength(300);
  const fromTheMiddle = maya.follow(b, sent.answer.id, { attempt: 1, offset: 120 });
  const ends = await Promise.all([here, there, fromTheMiddle].map((reader) => reader.untilEnd()));

  expect(ends.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete']);
  expect([here.isInOrder, there.isInOrder, fromTheMiddle.isInOrder]).toEqual([true, true, true]);
  expect(there.text).toBe(here.text);
  expect(fromTheMiddle.text).toBe(here.text.slice(120));
  expect((await maya.saved(b, sent)).content).toBe(here.text);
  // It arrived while it was being written, about a second behind, and not at the end.
  expect(there.pieces.length).toBeGreaterThan(3);
  const behindMs = there.pieces.map(
    ({ offset, at }) => at - (here.pieces.findLast((it) => it.offset <= offset)?.at ?? 0),
  );
  expect(Math.max(...behindMs)).toBeLessThan(2_500);
  const [hereEnd, thereEnd] = ends;
  expect((thereEnd?.at ?? 0) - (hereEnd?.at ?? 0)).toBeLessThan(1_000);
});

test('Stop at one process immediately ends the answer that another one writes', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const maya = await signIn(a, DEMO.email);
  const { sent, reader: here } = await maya.ask(a, LONG_QUESTION);
  const there = maya.follow(b, sent.answer.id);
  await here.untilLength(20);
  const stoppedAt = performance.now();
  await maya.at(b).chat.stop.mutate({ messageId: sent.answer.id });
  const ends = await Promise.all([here.untilEnd(3_000), there.untilEnd(3_000)]);

  expect(ends.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
  for (const { at } of ends) expect(at - stoppedAt).toBeLessThan(1_000);
  expect(await maya.saved(b, sent)).toMatchObject({ status: 'stopped', content: here.text });
  expect(there.text).toBe(here.text);
});

test('100 simultaneous sends to two processes, one message below the limit, get one answer', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const free = await signIn(a, DEMO_FREE.email);
  const limit = LIMITS.free.messages;
  await leaveOneMessage(world);
  const sends = Array.from({ length: 100 }, (_unused, index) => free.send(index % 2 === 0 ? a : b, QUESTION));
  const results = await Promise.allSettled(sends);

  const answered = results.filter((result) => result.status === 'fulfilled');
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => codeOf(reason))).toEqual(Array.from({ length: 99 }, () => 'USAGE_LIMIT'));
  expect(answered).toHaveLength(1);
  const answerId = answered[0]?.value.answer.id ?? '';
  expect(await free.follow(a, answerId).untilEnd()).toMatchObject({ status: 'complete' });
  expect(world.model.calls).toHaveLength(1);
  expect(await free.unitsUsed(a)).toBe(limit);
  expect(await free.unitsUsed(b)).toBe(limit);
  expect(await receiptsOf(world)).toBe(limit);
  expect(await countTurns(world)).toBe(1);
});

test('signing out at one process ends the session at the other, within the five seconds that it trusts what it knows', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  for (let round = 0; round < 5; round += 1) {
    const maya = await signIn(a, DEMO.email);
    const cookie = maya.cookie();
    const ask = (url: string) =>
      fetch(`${url}/trpc/usage.overview`, { headers: { cookie } }).then(({ status }) => status);
    // Both processes know the session by now, and may have cached it.
    expect([await ask(a.url), await ask(b.url), await ask(b.url)]).toEqual([200, 200, 200]);
    await maya.at(a).auth.signOut.mutate();
    expect(await ask(a.url)).toBe(401);
    await eventually('the other process refuses it', async () => (await ask(b.url)) === 401, { withinMs: 5_000 });
  }
});

test('the same message sent to two processes simultaneously is one message, one answer, one unit', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const maya = await signIn(a, DEMO.email);
  const unitsBefore = await maya.unitsUsed(a);
  const id = randomUUID();
  const [one, two] = await Promise.all([maya.send(a, QUESTION, { id }), maya.send(b, QUESTION, { id })]);
  expect([two.conversation.id, two.question.id, two.answer.id]).toEqual([
    one.conversation.id,
    one.question.id,
    one.answer.id,
  ]);
  const readers = [maya.follow(a, one.answer.id), maya.follow(b, one.answer.id)];
  const ends = await Promise.all(readers.map((reader) => reader.untilEnd()));
  expect(ends.map(({ status }) => status)).toEqual(['complete', 'complete']);
  expect(readers[1]?.text).toBe(readers[0]?.text);
  const { messages } = await maya.at(b).chat.messages.query({ conversationId: one.conversation.id });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(world.model.calls).toHaveLength(1);
  expect(await maya.unitsUsed(b)).toBe(unitsBefore + 1);
});

test('the last message of the month, sent to two processes simultaneously, is one message', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const free = await signIn(a, DEMO_FREE.email);
  const limit = LIMITS.free.messages;
  for (let round = 1; round <= 5; round += 1) {
    await leaveOneMessage(world);
    const id = randomUUID();
    const [one, two] = await Promise.all([free.send(a, QUESTION, { id }), free.send(b, QUESTION, { id })]);
    expect(two.answer.id).toBe(one.answer.id);
    expect(await free.unitsUsed(b)).toBe(limit);
    expect(await receiptsOf(world)).toBe(limit);
    expect(await countTurns(world)).toBe(round);
  }
});

test('of two simultaneous messages to one conversation at two processes, one waits its turn', async () => {
  const { world, a, b } = await twoProcesses();
  await using _ = world;
  const maya = await signIn(a, DEMO.email);
  const first = await maya.ask(a, QUESTION);
  await first.reader.untilEnd();
  const unitsBefore = await maya.unitsUsed(a);
  const options = { conversationId: first.sent.conversation.id };
  const results = await Promise.allSettled([maya.send(a, 'One?', options), maya.send(b, 'Two?', options)]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => codeOf(reason))).toEqual(['REPLY_PENDING']);
  const sent = results.find((result) => result.status === 'fulfilled')?.value;
  expect(await maya.follow(a, sent?.answer.id ?? '').untilEnd()).toMatchObject({ status: 'complete' });
  expect(await maya.unitsUsed(b)).toBe(unitsBefore + 1);
});

test('a process whose clock is an hour ahead leaves the other’s answers alone, and its messages stay in order', async () => {
  await using world = await startWorld({ on: 'postgres', processes: 2, ahead: [1] });
  const [a, b] = [world.process(0), world.process(1)];
  const maya = await signIn(a, DEMO.email);
  const answers = await Promise.all([a, b].map((place) => maya.ask(place, QUESTION)));
  for (const { reader } of answers) expect(await reader.untilEnd()).toMatchObject({ status: 'complete' });
  const [, ahead] = answers;
  const conversationId = ahead?.sent.conversation.id ?? '';
  const next = await maya.ask(a, 'And after that?', { conversationId });
  expect(await next.reader.untilEnd()).toMatchObject({ status: 'complete' });
  const { messages } = await maya.at(b).chat.messages.query({ conversationId });
  expect(messages.map(({ id }) => id)).toEqual(
    [ahead?.sent, next.sent].flatMap((sent) => [sent?.question.id, sent?.answer.id]),
  );
});

test('a process whose clock is an hour ahead moves no repeated job, and says that its clock is wrong', async () => {
  await using world = await startWorld({ on: 'postgres', processes: 2, ahead: [0] });
  const [ahead, right] = [world.process(0), world.process(1)];
  const tooFar = () => world.table()`
    select queue from scheduled_jobs where due_at > now() + every_ms * interval '1 millisecond'`;
  const hasRun = async () =>
    (await world.table()`select from scheduled_jobs where queue = 'status-check' and due_at > now()`).length > 0;
  await eventually('jobs have run', hasRun, { withinMs: 10_000 });
  expect(await tooFar()).toEqual([]);
  // What an earlier release left behind after such a clock.
  await world.table()`update scheduled_jobs set due_at = now() + interval '1 day' where every_ms is not null`;
  await eventually('they are due again', async () => (await tooFar()).length === 0, { withinMs: 5_000 });

  const read = async (place: { url: string }) => (await fetch(`${place.url}/health/ready`)).json();
  expect(await read(ahead)).toMatchObject({ status: 'degraded', clockAheadSeconds: 3_600 });
  expect(await read(right)).not.toHaveProperty('clockAheadSeconds');
  expect(ahead.output()).toContain('the clock of this machine is 3600 s ahead');
  expect(right.output()).not.toContain('clock skew');
});
