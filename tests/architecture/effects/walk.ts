import { vi } from 'vitest';
import { createHandlers } from '#server/handlers.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import type { Handlers, Run } from '#server/jobs/run-job.ts';
import { createLog } from '#server/lib/log.ts';
import { createWebGateway } from '#server/gateways/web/web.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { aProcess } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { usedOf } from '#tests/support/usage.ts';
import { INPUTS } from '../procedure-inputs.ts';
import { somethingOfEachKind } from '../something-of-each-kind.ts';
import { EFFECTS, type Effect } from './counts.ts';

/** What a mutation did: `changes` is what it took from the budget of that name. */
export type Call = { path: string; status: number; changes: number; effects: Effect[] };

/**
 * An app in which mutations and jobs run one at a time, so that it's known which of them caused what. Each call is
 * made by somebody who owns one of each thing that has an id. `plant` changes services before jobs know them.
 */
export async function createWalk(plant: (app: TestApp) => void = () => undefined) {
  const embeddings = scriptedEmbeddings();
  let [pages, documents] = [0, 0];
  const nowhere = createWebGateway(
    { publicUrl: 'http://localhost:3000', standIns: new Map() },
    { resolve: () => Promise.resolve([]) },
  );
  const app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'meaning-1' },
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
    calls: 0,
    'model calls': app.model.requests.length,
    pages,
    documents,
    vectors: embeddings.asked.length,
  });
  async function effectsOf(work: () => Promise<unknown>): Promise<Effect[]> {
    const before = counted();
    await work();
    const after = counted();
    return EFFECTS.filter((effect) => after[effect] > before[effect]);
  }

  const ofJobs = new Map<QueueName, Set<Effect>>();
  const handlers = createHandlers(app.container.services, createLog('silent'), app.db);
  let last: Promise<unknown> = Promise.resolve();
  const watched = Object.fromEntries(
    QUEUE_NAMES.map((queue) => {
      const handle = handlers[queue] as (payload: unknown, run: Run) => Promise<unknown>; // reason: it gets what its own queue's schema parsed
      const watch = async (payload: unknown, run: Run) => {
        const found = ofJobs.get(queue) ?? new Set();
        ofJobs.set(queue, found);
        // A job that fails is tried again later, which adds nothing here.
        const effects = await effectsOf(() => handle(payload, run).catch(() => undefined));
        for (const effect of effects) found.add(effect);
      };
      return [queue, (payload: unknown, run: Run) => (last = last.then(() => watch(payload, run)))];
    }),
  ) as unknown as Handlers; // reason: every queue has one
  const jobs = aProcess(app, watched);

  async function someone() {
    const person = await aPerson(app, { plan: 'trial' });
    const ids = await somethingOfEachKind(app, person);
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
    const effects = await effectsOf(async () => {
      const body = JSON.stringify(INPUTS[path]?.(ids) ?? {});
      const headers = { 'content-type': 'application/json' };
      ({ status } = await person.request(`/trpc/${path}`, { method: 'POST', headers, body }));
      await app.container.services.runner.idle();
    });
    const changes = (await usedOf(app, person.userId, 'changes')) - usedBefore;
    await jobs.runDue([...QUEUE_NAMES]);
    return { path, status, changes, effects };
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
