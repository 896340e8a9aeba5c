import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BUDGET_NAMES, BUDGETS } from '#contract/billing/budgets.ts';
import type { Step } from '#contract/automations/steps.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { knowingModel } from '#tests/support/brain/brain.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import { anAutomation, runAutomations, runsOf, startRun } from '#tests/support/automations/runs.ts';
import { embedTexts, learn, purge, sendEmails, summarize } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { usedOf } from '#tests/support/usage.ts';

/**
 * Thirty days take a quarter of an hour, so only `npm run test:full` runs them. Otherwise it's a quarter of the first
 * day, which has the most to read, and each budget has to be enough for four of them.
 */
const [DAYS, PARTS] = process.env['TEST_FULL'] ? [30, 1] : [1, 4];
const DAY_MS = 24 * 60 * 60_000;
/** Open for ten hours. */
const BETWEEN_MS = 15 * 60_000;
const [ORDERS, QUESTIONS, DOCUMENTS, PRICES] = [40, 40, 2, 1_500];
const HOST = 'hooks.shop.example';

const email: Step = { kind: 'email', id: 's2', to: 'me', subject: 'An order', body: '{{trigger.name}} ordered.' };
const call: Step = {
  kind: 'webhook',
  id: 's2',
  url: `https://${HOST}/in`,
  fields: [{ name: 'name', value: '{{trigger.name}}' }],
  recognizesRepeats: true,
};
const post: Step = { kind: 'post', id: 's2', assistantId: 'brain_ai', text: '{{trigger.name}} ordered.' };
const notify: Step = { kind: 'notify', id: 's2', text: '{{trigger.name}} ordered.' };
const note: Step = { kind: 'note', id: 's2', text: '{{trigger.name}} buys bowls.' };
const search: Step = { kind: 'search', id: 's1', query: 'bowls' };
/** Ten automations that every order starts: one emails, three call another system, and so on. */
const AUTOMATIONS: Step[] = [email, call, call, call, post, post, notify, notify, note, note];

const priceList = Array.from({ length: PRICES }, (_, row) => `Bowl ${row};$${10 + (row % 90)}`).join('\n');
const documentOf = (day: number, index: number) =>
  `Notes of day ${day}, part ${index}\n\n${Array.from({ length: 40 }, (_, line) => `We sold ${day + line} cups of kind ${line} to shop ${index}.`).join('\n')}`;

test(
  `a shop with ${ORDERS} orders a day in ten automations, ${PRICES} prices, two documents and ${QUESTIONS} questions a day reaches no daily budget`,
  async () => {
    const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // reason: it listens on TCP
    const app = await createTestApp({
      standIns: new Map([[HOST, new URL(`http://127.0.0.1:${port}`)]]),
      environment: { AI_EMBEDDING_MODEL: 'meaning-1' },
      embeddings: scriptedEmbeddings().gateway,
    });
    knowingModel(app);
    const maya = await aPerson(app, { plan: 'pro' });
    const automations = [];
    for (const step of AUTOMATIONS)
      automations.push(
        await anAutomation(app, maya.userId, {
          trigger: { kind: 'webhook', check: 'secret' },
          steps: [search, step],
        }),
      );
    const most: Record<string, number> = {};
    await addFile(app, maya, `Product;Price\n${priceList}`, { name: 'prices.csv' });
    const { conversation } = await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'brain_ai',
      conversationId: null,
      text: 'Good morning.',
    });
    await app.container.services.runner.idle();
    for (let day = 1; day <= DAYS; day += 1) {
      for (let index = 1; index <= DOCUMENTS; index += 1)
        await addFile(app, maya, documentOf(day, index), { name: `notes-${day}-${index}.txt` });
      for (let order = 0; order < ORDERS / PARTS; order += 1) {
        for (const automationId of automations)
          await startRun(app, maya.userId, automationId, { cause: 'webhook', input: { name: `Ana ${day} ${order}` } });
        const question = { assistantId: 'brain_ai', conversationId: conversation.id } as const;
        await maya.api.chat.send.mutate({ ...question, id: randomUUID(), text: `What does bowl ${order} cost?` });
        await app.container.services.runner.idle();
        await runAutomations(app);
        app.clock.advance(BETWEEN_MS);
        await sendEmails(app);
      }
      await learn(app);
      await summarize(app);
      await embedTexts(app);
      for (const budget of BUDGET_NAMES)
        most[budget] = Math.max(most[budget] ?? 0, await usedOf(app, maya.userId, budget));
      app.clock.advance(DAY_MS - ORDERS * BETWEEN_MS);
      await purge(app);
    }
    server.close();
    const runs = await runsOf(app, maya.userId);
    expect(runs).toHaveLength((DAYS * ORDERS * AUTOMATIONS.length) / PARTS);
    expect(runs.filter(({ status }) => status !== 'done')).toEqual([]);
    const { sources } = await maya.api.brain.sources.list.query();
    expect(sources.filter(({ state }) => state !== 'ready')).toEqual([]);
    const used = BUDGET_NAMES.map(
      (budget) => [budget, (PARTS * (most[budget] ?? 0)) / BUDGETS[budget].perAccount.pro] as const,
    );
    expect(used.filter(([, share]) => share > 0.9)).toEqual([]);
  },
  DAYS * 120_000,
);
