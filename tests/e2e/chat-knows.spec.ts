import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ask, expect, lastAnswer, openConversations, questions, signIn, test } from './support.ts';

async function change(page: Page, name: string, input: object): Promise<void> {
  const response = await page.request.post(`/trpc/${name}`, { data: input });
  expect(response.ok(), `${name}: ${await response.text()}`).toBe(true);
}

async function read<T>(page: Page, name: string, input: object): Promise<T> {
  const response = await page.request.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return ((await response.json()) as { result: { data: T } }).result.data; // reason: the procedure's documented answer
}

type Fact = { id: string; statement: string };
const known = async (page: Page) => (await read<{ facts: Fact[] }>(page, 'brain.list', {})).facts;
const statements = async (page: Page) => (await known(page)).map(({ statement }) => statement);

test('a price told to Emmie is learned, Seomi uses it and says where it is from, and it is corrected there', async ({
  page,
  context,
  looksRight,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'demo@tenfold.test');
  // The demo account's team knows a few things already.
  for (const { id } of await known(page)) await change(page, 'brain.forget', { factId: id });
  const factId = randomUUID();
  await change(page, 'brain.add', { id: factId, kind: 'product', statement: 'Every glaze is food safe.' });
  await change(page, 'brain.pin', { factId, isPinned: true });

  await page.goto('/dashboard/emmie');
  await ask(page, 'Our large bowl is $42 now.');
  // How many depends on what other journeys have said before.
  await expect(page.getByText(/(?:I (?:had|found)|Used) .*(?:fact|thing)/)).toBeVisible({ timeout: 30_000 });
  const before = await lastAnswer(page).boundingBox();
  const learned = questions(page).last().getByRole('status');
  await expect(learned).toHaveText(/^Learned: Large bowl costs \$42\./, { timeout: 20_000 });
  expect(await lastAnswer(page).boundingBox(), 'nothing moves').toEqual(before);
  await learned.getByRole('button', { name: /^Undo/ }).click();
  await expect(learned).toHaveText(/^Forgot: Large bowl costs \$42\./);
  expect(await statements(page)).toEqual(['Every glaze is food safe.']);
  await learned.getByRole('button', { name: /^Redo/ }).click();
  await expect(learned).toHaveText(/^Learned/);
  await page.getByRole('button', { name: 'Make private' }).click();
  const taught = page.getByRole('dialog', { name: 'Forget what your team learned?' });
  await expect(taught).toContainText('Your team learned 1 fact from that chat. Forget it, too?');
  await looksRight('what a chat taught');
  await taught.getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('Also forgot 1 fact.')).toBeVisible();
  expect(await statements(page)).toEqual(['Every glaze is food safe.']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => statements(page)).toEqual(['Large bowl costs $42.', 'Every glaze is food safe.']);
  await expect(page.getByRole('button', { name: 'Make private' })).toBeVisible();
  const emmie = page.url();

  await page.goto('/dashboard/seomi');
  await ask(page, 'What does the large bowl cost?');
  const chip = lastAnswer(page).getByRole('button', { name: 'Source: Large bowl, $42' });
  await expect(page.getByText(/Used 1 of the \d+ (?:facts I had|things I found)\./)).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Copy answer' }).click();
  const asText = () => page.evaluate<string>('navigator.clipboard.readText()');
  const asHtml = () =>
    page.evaluate<string>(
      'navigator.clipboard.read().then(([item]) => item.getType("text/html")).then((html) => html.text())',
    );
  await expect.poll(asText).toContain('From what I know: Large bowl costs $42.');
  for (const copied of [await asText(), await asHtml()]) {
    expect(copied).toContain('From what I know: Large bowl costs $42.');
    expect(copied).not.toMatch(/\[[fm]\d|Source/);
  }
  await page.getByRole('button', { name: 'See the rest' }).click();
  await expect(page.getByRole('dialog', { name: 'What else I knew' })).toContainText('Every glaze is food safe.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await chip.click();
  const source = page.getByRole('dialog', { name: 'Large bowl costs $42.' });
  await expect(source).toContainText('You, to Emmie');
  await expect(source).toContainText('“Our large bowl is $42 now');
  await looksRight('answer with the source of its citation');
  await source.getByRole('button', { name: 'This is wrong' }).click();
  await source.getByLabel('What’s right?').fill('The large bowl costs $44.');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Corrected', { exact: true })).toBeVisible();
  const replaced = lastAnswer(page).getByRole('button', { name: 'Source, replaced since: Large bowl, $42' });
  await expect(replaced).toBeFocused();
  expect(await statements(page)).toEqual(['The large bowl costs $44.', 'Every glaze is food safe.']);
  await replaced.click();
  await source.getByRole('link', { name: 'Open conversation' }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${emmie}&m=`));

  for (const { id } of await known(page)) await change(page, 'brain.forget', { factId: id });
});

test('a chat is private from its first message on, also from an offline one, and no longer on request @phone', async ({
  page,
  context,
  looksRight,
}) => {
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/emmie');
  await page.getByRole('button', { name: 'Make private' }).click();
  const note = page.getByText('Emmie still uses what the Brain knows, but nothing you say here is learned');
  await expect(note).toBeVisible();
  await context.setOffline(true);
  await ask(page, 'Which offers did we lose last month?');
  await expect(page.getByText('Waiting to send')).toBeVisible();
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/[?&]c=/);
  const isPrivate = async () => {
    const [newest] = await read<{ isPrivate: boolean }[]>(page, 'chat.conversations', { assistantId: 'emmie' });
    return newest?.isPrivate;
  };
  expect(await isPrivate()).toBe(true);
  // Also for axe: a stylesheet that the page asked for while it was offline would stay without rules.
  await page.reload();
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible({ timeout: 30_000 });
  await looksRight('private chat');
  await openConversations(page);
  await expect(
    page.getByRole('link', { name: /^Which offers did we lose last month\?.*Private/ }).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Private, turn off' }).click();
  await expect(note).toBeHidden();
  await expect.poll(isPrivate).toBe(false);
  const mark = questions(page).last().getByText('Private', { exact: true });
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toBeVisible();
  await expect(mark).toBeHidden();
  await expect.poll(isPrivate).toBe(true);

  await page.route('**/trpc/chat.setPrivate*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Private, turn off' }).click();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(note).toBeVisible();
  expect(await isPrivate()).toBe(true);
});
