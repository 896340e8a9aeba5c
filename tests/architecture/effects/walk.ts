import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { BUDGET_NAMES, type BudgetName } from '#contract/billing/budgets.ts';
import { createHandlers } from '#server/composition/handlers.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import type { Handlers, Run } from '#server/jobs/run-job.ts';
import { createLog } from '#server/lib/log.ts';
import { createWebGateway } from '#server/gateways/web/web.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { aProcess } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { usedByAll, usedOf } from '#tests/support/usage.ts';
import { startPushService, VAPID_KEYS } from '#tests/support/web/push-service.ts';
import { INPUTS } from '../procedure-inputs.ts';
import { somethingOfEachKind } from '../something-of-each-kind.ts';
import { EFFECTS, type Effect } from './counts.ts';

/** What was caused, and which budgets it was taken from. */
export type Caused = { effects: Effect[]; taken: BudgetName[] };
/** What a mutation did: `changes` is what it took from the budget of that name. */
export type Call = Caused & { path: string; status: number; changes: number };

const HOOK_HOST = 'hooks.shop.example';
/** An automation that calls another system. */
const CALLING = aDefinition({
  steps: [{ kind: 'webhook', id: 's1', url: `https://${HOOK_HOST}/in`, fields: [], recognizesRepeats: true }],
});

/** Another system, which counts the calls that it gets. */
async function startOtherSystem() {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.end('ok');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return { url: new URL(`http://127.0.0.1:${port}`), calls: () => calls };
}

/**
 * An app in which mutations and jobs run one at a time, so that it's known which of them caused what. Each call is
 * made by somebody who owns one of each thing that has an id. `plant` changes services before jobs know them.
 */
export async function createWalk(plant: (app: TestApp) => void = () => undefined) {
  const embeddings = scriptedEmbeddings();
  const otherSystem = await startOtherSystem();
  const pushService = await startPushService();
  onTestFinished(() => pushService.close());
  let [pages, documents] = [0, 0];
  const nowhere = createWebGateway(
    { publicUrl: 'http://localhost:3000', standIns: new Map() },
    { resolve: () => Promise.resolve([]) },
  );
  const app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'meaning-1', ...VAPID_KEYS },
    standIns: new Map([...pushService.standIns, [HOOK_HOST, otherSystem.url]]),
    embeddings: embeddings.gateway,
    web: {
      readPage: (...request) => {
        pages += 1;
        return nowhere.readPage(...request);
      },
      readSite: (...request) => {
        pages += 1;
        return nowhere.readSite(...request);
      },
    },
    documents: {
      readDocument: async () => {
        documents += 1;
        return { kind: 'refused', problem: 'broken' };
      },
      close: () => undefined,
    },
  });
  plant(app);
  // Jobs run only when this test runs them.
  vi.spyOn(app.container.jobs, 'kick').mockImplementation(() => undefined);

  const counted = (): Record<Effect, number> => ({
    emails: app.emails.length,
    'text messages': app.messages.length,
    calls: otherSystem.calls(),
    pushes: pushService.messages.length,
    'model calls': app.model.requests.length,
    pages,
    documents,
    vectors: embeddings.asked.length,
  });
  async function causedBy(work: () => Promise<unknown>): Promise<Caused> {
    const [before, usedBefore] = [counted(), await usedByAll(app)];
    await work();
    const [after, used] = [counted(), await usedByAll(app)];
    const effects = EFFECTS.filter((effect) => after[effect] > before[effect]);
    const taken = BUDGET_NAMES.filter((budget) => (used.get(budget) ?? 0) > (usedBefore.get(budget) ?? 0));
    return { effects, taken };
  }

  const ofJobs = new Map<QueueName, Caused[]>();
  const handlers = createHandlers(app.container.services, createLog('silent'), app.db);
  let last: Promise<unknown> = Promise.resolve();
  const watched = Object.fromEntries(
    QUEUE_NAMES.map((queue) => {
      const handle = handlers[queue] as (payload: unknown, run: Run) => Promise<unknown>; // reason: it gets what its own queue's schema parsed
      const watch = async (payload: unknown, run: Run) => {
        // A job that fails is tried again later, which adds nothing here.
        const caused = await causedBy(() => handle(payload, run).catch(() => undefined));
        ofJobs.set(queue, [...(ofJobs.get(queue) ?? []), caused]);
      };
      return [queue, (payload: unknown, run: Run) => (last = last.then(() => watch(payload, run)))];
    }),
  ) as unknown as Handlers; // reason: every queue has one
  const jobs = aProcess(app, watched);

  async function someone() {
    const person = await aPerson(app, { plan: 'trial' });
    await person.api.notifications.push.subscribe.mutate(pushService.subscribe());
    const ids = await somethingOfEachKind(app, person);
    const automationId = await anAutomation(person, { definition: CALLING, isOn: true });
    await person.api.powerUps.automations.startRun.mutate({ id: randomUUID(), automationId, form: {} });
    await jobs.runDue([...QUEUE_NAMES]);
    return { person, ids };
  }
  let caller: Awaited<ReturnType<typeof someone>> | null = null;
  let isNew = false;

  async function callOnce(path: string): Promise<Call> {
    isNew = caller === null;
    caller ??= await someone();
    const { person, ids } = caller;
    const usedBefore = await usedOf(app, person.userId, 'changes');
    let status = 0;
    const caused = await causedBy(async () => {
      const body = JSON.stringify(INPUTS[path]?.(ids) ?? {});
      const headers = { 'content-type': 'application/json' };
      ({ status } = await person.request(`/trpc/${path}`, { method: 'POST', headers, body }));
      await app.container.services.runner.idle();
    });
    const changes = (await usedOf(app, person.userId, 'changes')) - usedBefore;
    await jobs.runDue([...QUEUE_NAMES]);
    return { path, status, changes, ...caused };
  }

  return {
    app,
    ofJobs,
    /**
     * Calls a mutation and runs the jobs that are due. If an earlier call deleted what it needs, someone new calls it.
     */
    call: async (path: string): Promise<Call> => {
      const call = await callOnce(path);
      const isGone = call.status === 401 || call.status === 404;
      if (!isGone || isNew) return call;
      caller = null;
      return callOnce(path);
    },
    /** Lets time pass, and runs every repeating job. */
    wait: async (ms: number): Promise<void> => {
      app.clock.advance(ms);
      await jobs.runNow([...QUEUE_NAMES]);
    },
  };
}
