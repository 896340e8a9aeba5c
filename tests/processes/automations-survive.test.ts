import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import { openDatabase } from '#db/client.ts';
import { listDeadLetters } from '#db/queries/jobs/job-overview.ts';
import { loseProcesses } from '#tests/support/jobs.ts';
import { addOwners, aStep, effectsIn, findRuns, type Owner } from './support/automated.ts';
import { eventually } from './support/eventually.ts';
import { startFreeClock } from './support/free-clock.ts';
import { effectsOf, KINDS, live, nameIn, nameOf, whatHappened, WRITTEN, type Planned } from './support/planned-runs.ts';
import { createStatementStops } from './support/statement-stops.ts';
import { startWebReceiver } from './support/web-receiver.ts';
import { startWorld } from './support/world.ts';

const WITHIN_MS = 60_000;
const BEGINS = new Date('2026-10-23T08:00:00Z');

async function twoProcesses(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const web = opened.use(await startWebReceiver());
  const world = opened.use(
    await startWorld({
      on: 'postgres',
      processes: 2,
      environment: { ...web.environment, ...environment },
      begins: BEGINS,
    }),
  );
  const database = opened.adopt(await openDatabase({ url: world.databaseUrl, poolMax: 1 }), (it) => it.close());
  const stops = await createStatementStops(world.table());
  const rest = opened.move();

  const until = (what: string, isSo: () => boolean | Promise<boolean>) =>
    eventually(what, isSo, { withinMs: WITHIN_MS }).catch(async (error: unknown) => {
      const runs = (await findRuns(world)).filter(({ status }) => status !== 'done');
      const output = [0, 1].map((index) => world.process(index).output());
      throw new Error(JSON.stringify({ what, runs, output }, null, 2), { cause: error });
    });
  /** No automation has anything to do at this time. One statement sees a job that is just handed over. */
  const untilIdle = (now: Date) =>
    until('no automation has anything to do', async () => {
      const left = await world.table()`
        select name from pgboss.job where name like 'automation-%' and state <> 'completed'
        union all select queue from scheduled_jobs where queue like 'automation-%' and due_at <= ${now}`;
      return left.length === 0;
    });
  const isDone = async (runId: string) =>
    (await findRuns(world)).some((run) => run.id === runId && run.status === 'done');
  return { web, world, database, stops, until, untilIdle, isDone, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

test('kill -9 before, during and after each kind of step: another process finishes each run, and everything happens once', async () => {
  await using scene = await twoProcesses();
  const { world, web, stops, database, until } = scene;
  const owners = await addOwners(world, 10);
  const [sender, first, second, third, ...rest] = owners;
  const planned = new Map<string, Planned>();
  const asked: string[] = [];
  const alive = [0, 1];
  const lookOn = () => live({ world, process: alive[0] ?? 0, owners, planned, asked });

  async function begin(owner: Owner | undefined, run: Planned, stopsAt?: string): Promise<void> {
    const runId = randomUUID();
    planned.set(runId, run);
    if (stopsAt) await stops.stopAt({ runId, key: 's1', status: stopsAt });
    const steps = run.kinds.map((kind, place): Step => aStep(kind, `s${place + 1}`, nameOf(run, place), web.url));
    await owner?.run(steps, runId, alive[0]);
  }

  /** Three more runs get into the middle of a step. Then all processes die, and one that knows nothing of these runs goes on. */
  async function killIn(kinds: StepKind[]): Promise<void> {
    for (const [place, kind] of kinds.entries()) {
      const answer = kind === 'email' || kind === 'webhook' ? 'happened' : null;
      await begin([first, second, third][place], { name: `in ${kind}`, kinds: [kind], answer }, WRITTEN[kind]);
    }
    await until('three runs are in the middle of a step', async () => (await stops.stopped()) === kinds.length);
    for (const index of alive) world.process(index).signal('SIGKILL');
    await Promise.all(alive.map((index) => world.process(index).exited));
    await stops.breakOff();
    web.letPass();
    world.mail.letPass();
    world.model.stopTasksAt(null);
    await loseProcesses(database);
    const next = 1 - (alive.at(-1) ?? 0);
    alive.splice(0, alive.length, next);
    await world.begin(next);
    await until('every run is done', async () => {
      const runs = await lookOn();
      return runs.length === planned.size && runs.every(({ status }) => status === 'done');
    });
  }

  // Between each kind and the next, a call that the other side recognizes: it is cut off once, and made again.
  web.hold(({ body }) => /^Step 2 of after |^Step 1 of a webhook$/.test(nameIn(body)));
  const between = KINDS.map((kind, place): Planned => {
    const next = KINDS[(place + 1) % KINDS.length] ?? kind;
    return { name: `after ${kind}, before ${next}`, kinds: [kind, 'repeatable webhook', next], answer: null };
  });
  await Promise.all(
    rest.map(async (owner, place) => {
      for (const run of between.slice(3 * place, 3 * place + 3)) await begin(owner, run);
    }),
  );
  await begin(rest[4], { name: 'a webhook', kinds: ['webhook'], answer: 'happened' });
  await until('each run is between two steps', async () => {
    await lookOn();
    return new Set(web.held()).size === KINDS.length + 1;
  });
  world.mail.stopAt('message', [sender?.email ?? '']);
  await begin(sender, { name: 'an email that isn’t sent', kinds: ['email'], answer: 'repeat' });
  await until('the email is on its way', () => world.mail.stopped().size === 1);
  await killIn(['note', 'post', 'notify']);

  world.mail.stopAt('acceptance', [sender?.email ?? '']);
  await begin(sender, { name: 'an email that is sent', kinds: ['email', 'notify'], answer: 'happened' });
  await until('the email was sent', () => world.mail.stopped().size === 1);
  world.model.stopTasksAt('request');
  await begin(sender, { name: 'a question', kinds: ['ask', 'notify'], answer: null });
  await until('the model is asked', () => world.model.tasks.stopped.size === 1);
  await killIn(['approve', 'template', 'search']);

  await killIn(['condition', 'loop', 'wait']);
  await killIn(['ask', 'email', 'webhook']);

  const unknown = ['a webhook', 'an email that isn’t sent', 'an email that is sent', 'in email', 'in webhook'];
  expect(asked.toSorted()).toEqual(unknown.toSorted());
  const runs = [...planned.values()];
  expect(await whatHappened(world, web, runs)).toEqual(effectsOf(runs));
  expect(await listDeadLetters(database.db, 10)).toEqual([]);
  await scene.untilIdle(await world.now());
});

test('a process that is frozen between beginning a step outside and its call calls nobody once another has taken the run on', async () => {
  await using scene = await twoProcesses();
  const { world, web, stops, database, until } = scene;
  const [owner, other] = await addOwners(world, 2);
  if (!owner || !other) throw new Error('nobody was added');
  const [frozen, taking] = [world.process(0), world.process(1)];
  const [emailRun, callRun] = [randomUUID(), randomUUID()];
  for (const runId of [emailRun, callRun]) await stops.stopAt({ runId, key: 's1', status: 'running' });
  taking.signal('SIGSTOP');
  await owner.run([aStep('email', 's1', 'An email', web.url)], emailRun);
  await owner.run([aStep('webhook', 's1', 'A call', web.url)], callRun);
  await until('both steps begin', async () => (await stops.stopped()) === 2);
  frozen.signal('SIGSTOP');
  // They have begun, which the process will hear when it comes back.
  await stops.letPass();
  await loseProcesses(database);
  taking.signal('SIGCONT');
  // The other process looks for jobs when it hears of one.
  await other.run([aStep('notify', 's1', 'Look', web.url)], undefined, 1);
  const statusOf = async (runId: string) => (await findRuns(world)).find(({ id }) => id === runId)?.status;
  for (const runId of [emailRun, callRun]) {
    await until('the owner is asked', async () => (await statusOf(runId)) === 'paused');
    await owner.api(1).settleUnknown.mutate({ runId, outcome: 'repeat' });
    await until('it is done', () => scene.isDone(runId));
  }

  taking.signal('SIGSTOP');
  frozen.signal('SIGCONT');
  const last = await other.run([aStep('email', 's1', 'Another email', web.url)]);
  await until('the one that was frozen works again', () => scene.isDone(last));
  taking.signal('SIGCONT');
  await scene.untilIdle(await world.now());
  expect((await effectsIn(world))['email']).toEqual(['An email', 'Another email']);
  expect(web.calls.map(({ body }) => nameIn(body))).toEqual(['A call']);
});

test('each time of a schedule is one run however the clock is moved, and three days that were missed are one or none, as chosen', async () => {
  await using clock = await startFreeClock(BEGINS.toISOString());
  await using scene = await twoProcesses(clock.environment);
  const { world, untilIdle } = scene;
  const [owner] = await addOwners(world, 1);
  if (!owner) throw new Error('nobody was added');
  const daily = (missed: 'run_once' | 'skip'): Definition => ({
    trigger: { kind: 'schedule', schedule: { every: 'day', time: '09:00' }, timeZone: 'UTC', missed },
    steps: [aStep('notify', 's1', `Good morning, ${missed}`, '')],
  });
  const ids = { once: await owner.turnOn(daily('run_once')), none: await owner.turnOn(daily('skip')) };
  const times = async (automationId: string) =>
    (
      await world.table()<{ occasion: string; status: string }[]>`
        select occasion, status from automation_runs where automation_id = ${automationId} order by occasion`
    ).map(({ occasion, status }) => `${occasion.slice('slot 2026-10-'.length, -8)} ${status}`);
  let looks = 0;
  const at = async (day: string) => {
    clock.moveTo(`2026-10-${day}Z`);
    // A process that starts a run by hand looks for everything that is due.
    await owner.run([aStep('search', 's1', day, '')], undefined, (looks += 1) % 2);
    await untilIdle(new Date(`2026-10-${day}Z`));
    return { once: await times(ids.once), none: await times(ids.none) };
  };
  const first = ['23T09:00 done'];
  for (const day of ['23T09:00:00', '22T20:00:00', '23T08:59:59', '23T09:00:00', '23T09:04:00'])
    expect(await at(day), day).toEqual({ once: first, none: first });
  const missed = [...first, '27T09:00 done'];
  for (const day of ['27T12:00:00', '25T09:00:00', '27T09:00:00', '27T12:01:00'])
    expect(await at(day), day).toEqual({ once: missed, none: first });
  expect(await at('28T09:00:30')).toEqual({ once: [...missed, '28T09:00 done'], none: [...first, '28T09:00 done'] });
  const { notify } = await effectsIn(world);
  expect(notify?.length).toBe(5);
});
