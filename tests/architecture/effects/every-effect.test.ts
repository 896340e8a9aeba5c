import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHandlers } from '#server/handlers.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { QUEUE_NAMES, type QueueName } from '#server/jobs/queues.ts';
import type { Handlers } from '#server/jobs/run-job.ts';
import { createLog } from '#server/lib/log.ts';
import { UNCOUNTED_CHANGES } from '#server/trpc/changes-of-a-day.ts';
import { appRouter } from '#server/trpc/root.ts';
import { aProcess } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { usedOf, useUp } from '#tests/support/usage.ts';
import { INPUTS } from '../procedure-inputs.ts';
import { somethingOfEachKind } from '../something-of-each-kind.ts';
import { COUNTS, type CountName, type Effect } from './counts.ts';
import { EFFECTS_OF_JOBS, EFFECTS_OF_MUTATIONS } from './effects.ts';

const MUTATIONS = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>, // reason: tRPC types the record by name only
).flatMap(([path, { _def }]) => (_def.type === 'mutation' ? [path] : []));

let app: TestApp;
let found: Record<string, Effect[]> = {};
test('probe', async () => {
  app = await createTestApp({ environment: { AI_EMBEDDING_MODEL: 'meaning-1' } });
  vi.spyOn(app.container.jobs, 'kick').mockImplementation(() => undefined);
  const seen = () => ({ emails: app.emails.length, texts: app.messages.length, model: app.model.requests.length });
  const diff = (a: any, b: any) => Object.keys(a).filter((k) => b[k] > a[k]);
  const own = createHandlers(app.container.services, createLog('silent'), app.db);
  let last: Promise<unknown> = Promise.resolve();
  const ran = new Set<string>();
  const counted = Object.fromEntries(QUEUE_NAMES.map((queue) => [queue, (payload: never, run: never) => {
    last = last.then(async () => {
      const before = seen();
      ran.add(queue);
      try { await (own[queue] as any)(payload, run); } catch (e) { ; } 
      const d = diff(before, seen());
      if (d.length) (found[`job ${queue}`] ??= []).push(...d as any);
    });
    return last;
  }])) as unknown as Handlers;
  const process_ = aProcess(app, counted);
  const log: string[] = [];
  const someone = async () => { const maya = await aPerson(app, { plan: 'trial' }); const ids = await somethingOfEachKind(app, maya); await process_.runDue([...QUEUE_NAMES]); return { maya, ids }; };
  let one = await someone();
  for (const path of MUTATIONS) {
    const t1 = performance.now();
    const go = async () => {
      const before = seen();
      const u0 = await usedOf(app, one.maya.userId, 'changes');
      const r = await one.maya.request(`/trpc/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(INPUTS[path]?.(one.ids) ?? {}) });
      await app.container.services.runner.idle();
      const d = diff(before, seen());
      if (d.length) found[path] = d as any;
      const used = await usedOf(app, one.maya.userId, 'changes') - u0;
      await process_.runDue([...QUEUE_NAMES]);
      log.push(`${path} ${r.status} ${used} ${Math.round(performance.now() - t1)} ${r.status >= 400 ? (await r.text()).slice(0,150) : ''}`);
      return r.status;
    };
    const st = await go();
    if (st === 404 || st === 401) { one = await someone(); await go(); }
  }
  process.stdout.write(log.join('\n') + '\n' + JSON.stringify(found) + '\nnot run: ' + QUEUE_NAMES.filter((q) => !ran.has(q)).join(' ') + '\n');
}, 400000);
