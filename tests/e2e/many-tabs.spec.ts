import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { ask, expect, lastAnswer, signIn, test } from './support.ts';

const TABS = 6;
const isStream = (request: Request) => request.url().includes('/trpc/live.follow');

/** Asks in a new conversation without a page, and returns the address of its thread. */
async function threadWithAnswer(page: Page): Promise<string> {
  const text = 'How do we close the month? [sandbox: slow]';
  const data = { id: randomUUID(), assistantId: 'opsie', conversationId: null, text };
  const response = await page.request.post('/trpc/chat.send', { data });
  const sent = (await response.json()) as { result: { data: { conversation: { id: string } } } }; // reason: the wire's shape
  return `/dashboard/opsie?c=${sent.result.data.conversation.id}`;
}

// On a busy machine seven tabs take a while to load.
test.describe.configure({ timeout: 120_000 });

test('six tabs with answers in progress share one connection, which outlives the tab that holds it', async ({
  page,
  context,
}) => {
  const open = new Map<Request, Page>();
  context.on('request', (request) => isStream(request) && open.set(request, request.frame().page()));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // A tab that is closed takes its requests along without another event.
  const holders = () => [...open.values()].filter((tab) => !tab.isClosed());
  const hasOneHolder = () => expect.poll(() => holders().length).toBe(1);

  await signIn(page, 'demo@tenfold.test');
  const threads = await Promise.all(Array.from({ length: TABS }, () => threadWithAnswer(page)));
  const others = await Promise.all(threads.slice(1).map(() => context.newPage()));
  const tabs = [page, ...others];
  await Promise.all(tabs.map((tab, index) => tab.goto(threads[index] ?? '')));

  const lengthOf = async (tab: Page) => (await lastAnswer(tab).innerText()).length;
  /** Every one of them shows more than now, soon enough to be live. */
  const growsIn = async (some: Page[]) => {
    for (const tab of some) await expect(lastAnswer(tab)).toBeVisible();
    const before = await Promise.all(some.map(lengthOf));
    await Promise.all(
      some.map((tab, index) =>
        expect.poll(() => lengthOf(tab), { timeout: 5_000 }).toBeGreaterThan((before[index] ?? 0) + 10),
      ),
    );
  };
  await growsIn(tabs);
  await hasOneHolder();

  // Over HTTP/1.1 a seventh stream would have to wait for one of the six to end.
  const seventh = await context.newPage();
  await seventh.goto('/dashboard/finny');
  await ask(seventh, 'Why was March slower? [sandbox: slow]');
  await growsIn([seventh]);
  await hasOneHolder();

  const [leader] = holders();
  await leader?.close();
  const left = [...tabs, seventh].filter((tab) => tab !== leader);
  expect(left).toHaveLength(TABS);
  await growsIn(left);
  await hasOneHolder();

  // Stop works in a tab that doesn't hold the connection, and ends nobody else's answer.
  const [stopping = seventh] = left.filter((tab) => tab !== holders()[0]);
  await stopping.getByRole('button', { name: 'Stop' }).click();
  await expect(stopping.getByText('You stopped this answer.')).toBeVisible();
  await growsIn(left.filter((tab) => tab !== stopping));
});
