import type { Page } from '@playwright/test';
import { ask, expect, goTo, lastAnswer, openConversations, questions, signIn, test } from './support.ts';

const EMAIL = 'demo@tenfold.test';
const PASSWORD = 'tenfold-demo';
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' });
const stopped = (page: Page) => page.getByText('You stopped this answer.');
const rated = (page: Page) => page.getByRole('button', { name: 'Good answer' });

async function openAssistant(page: Page, name: RegExp): Promise<void> {
  await signIn(page, EMAIL);
  await goTo(page, name);
  await expect(box(page)).toBeVisible();
}

/** Emphasis that is cut in half shows its mark until the rest arrives. */
const words = async (page: Page) => (await lastAnswer(page).innerText()).replaceAll('*', '').trimEnd();

/** Waits until the answer has begun, and returns its text so far. */
async function firstWords(page: Page): Promise<string> {
  await expect(lastAnswer(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await words(page)).length, { timeout: 30_000 }).toBeGreaterThan(20);
  return await words(page);
}

/** Lets the answer begin and stops it: the rest of it doesn't matter to these tests. */
async function readAndStop(page: Page, answers: number): Promise<void> {
  await expect(page.getByRole('log').locator('.msg:not(.me) .bubble.md')).toHaveCount(answers);
  await firstWords(page);
  await stop(page).click();
  await expect(rated(page)).toHaveCount(answers);
}

// Answers are written at human pace, some of them slowly.
test.describe.configure({ timeout: 120_000 });

test.describe('following an answer', () => {
  test('a reload mid-answer continues where it was; once stopped, the answer can be continued and retried', async ({
    page,
    looksRight,
  }) => {
    await openAssistant(page, /Finny/);
    await ask(page, 'Why was March slower? [sandbox: slow]');
    const before = await firstWords(page);
    await expect(page).toHaveURL(/[?&]c=/);
    await page.reload();
    await expect.poll(() => words(page)).toContain(before);
    await expect.poll(async () => (await words(page)).length).toBeGreaterThan(before.length);

    await goTo(page, /Home/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/./);
    await page.goBack();
    await stop(page).click();
    await expect(stopped(page)).toBeVisible();
    const soFar = await words(page);
    await looksRight('stopped answer');

    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(stop(page)).toBeVisible();
    await expect.poll(async () => (await words(page)).length).toBeGreaterThan(soFar.length);
    expect((await words(page)).startsWith(soFar)).toBe(true);
    await stop(page).click();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(stop(page)).toBeVisible();
    await expect(questions(page)).toHaveCount(1);
    await expect(page.getByRole('log').locator('.msg:not(.me)')).toHaveCount(1);
    await stop(page).click();
    await expect(box(page)).toBeEnabled();
  });

  test('an answer continues while another conversation is open, and the list shows it @phone', async ({
    page,
    context,
  }) => {
    await openAssistant(page, /Emmie/);
    const topic = `spring letter ${Date.now()}`;
    await ask(page, `Plan our ${topic}`);
    await expect(page).toHaveURL(/[?&]c=/);
    const address = page.url();
    await openConversations(page);
    await page.getByRole('link', { name: /Kiln opening invitation/ }).click();
    await expect(page.getByRole('log')).not.toContainText(topic);
    await openConversations(page);
    const item = page.getByRole('link', { name: new RegExp(topic) });
    await expect(item).toContainText('Answering…');

    await expect(item).toContainText('New answer', { timeout: 60_000 });
    await item.click();
    await expect(rated(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto(address);
    await expect(rated(second)).toBeVisible();
    expect(await words(page)).toBe(await words(second));
    await page.bringToFront();
    await openConversations(page);
    await expect(item).not.toContainText('New answer');
  });

  test('a second tab follows the answer in the first, and Stop in one ends both', async ({ page, context }) => {
    await openAssistant(page, /Opsie/);
    await ask(page, 'How do we close the month? [sandbox: slow]');
    await readAndStop(page, 1);
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(rated(second)).toBeVisible();

    await page.bringToFront();
    await ask(page, 'And the week? [sandbox: slow]');
    await expect(questions(second)).toHaveCount(2);
    await firstWords(second);
    await stop(second).click();
    for (const tab of [page, second]) await expect(stopped(tab)).toHaveCount(2);
    expect(await words(page)).toBe(await words(second));

    await second.getByRole('button', { name: 'Try Again' }).click();
    await expect(stop(page)).toBeVisible();
    await firstWords(page);
    await stop(page).click();
    for (const tab of [page, second]) await expect(stopped(tab)).toHaveCount(2);
    expect(await words(page)).toBe(await words(second));
  });
});

test.describe('without a connection', () => {
  test('messages sent offline wait visibly and go out on reconnect, once and in order', async ({
    page,
    context,
    looksRight,
  }) => {
    await openAssistant(page, /Brain AI/);
    await context.setOffline(true);
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await ask(page, 'First, what should we do today? [sandbox: slow]');
    await ask(page, 'Second, what should wait? [sandbox: slow]');
    await ask(page, 'Third, on second thought');
    await expect(page.getByText('Waiting to send')).toHaveCount(3);
    await page.getByRole('button', { name: 'Take back' }).last().click();
    await expect(box(page)).toHaveValue('Third, on second thought');
    await box(page).fill('');
    await looksRight('offline');

    await context.setOffline(false);
    await expect(page.getByText('You’re offline.')).toBeHidden();
    await expect(page).toHaveURL(/[?&]c=/);
    // The second question waits for the first one's answer.
    await readAndStop(page, 1);
    await readAndStop(page, 2);
    await expect(page.getByText('Waiting to send')).toHaveCount(0);
    await expect(questions(page)).toHaveText([/First, what should we do today/, /Second, what should wait/]);
    await page.reload();
    await expect(rated(page)).toHaveCount(2);
    await expect(questions(page)).toHaveText([/First, what should we do today/, /Second, what should wait/]);
  });

  test('an answer in progress continues after the connection was lost, and Stop works', async ({ page, context }) => {
    await openAssistant(page, /Milli/);
    await ask(page, 'How do I answer "too expensive"? [sandbox: slow]');
    const before = await firstWords(page);
    await context.setOffline(true);
    await expect(page.getByText('You’re offline.')).toBeVisible();
    expect(await words(page)).toContain(before);
    await context.setOffline(false);
    await expect.poll(async () => (await words(page)).length).toBeGreaterThan(before.length + 10);
    await stop(page).click();
    await expect(stopped(page)).toBeVisible();
  });

  test('a waiting message is sent even after its page was closed', async ({ page, context }) => {
    await openAssistant(page, /Landa/);
    const question = `Write a headline for ${Date.now()}`;
    await context.setOffline(true);
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await ask(page, `${question} [sandbox: slow]`);
    await expect(page.getByText('Waiting to send')).toBeVisible();
    await page.close();

    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto('/dashboard/landa');
    await openConversations(later);
    await later.getByRole('link', { name: new RegExp(question) }).click();
    await readAndStop(later, 1);
    await expect(questions(later)).toHaveCount(1);
  });
});

test.describe('what was typed', () => {
  test('survives a reload, belongs to its conversation, and is gone after signing out', async ({ page }) => {
    await openAssistant(page, /Seomi/);
    await box(page).fill('A page title for our');
    await page.reload();
    await expect(box(page)).toHaveValue('A page title for our');
    await goTo(page, /Emmie/);
    await expect(box(page)).toHaveValue('');
    await goTo(page, /Seomi/);
    await expect(box(page)).toHaveValue('A page title for our');

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('Signed out')).toBeVisible();
    await openAssistant(page, /Seomi/);
    await expect(box(page)).toHaveValue('');
  });

  test('is sent once by two quick presses of Enter', async ({ page }) => {
    await openAssistant(page, /Viddy/);
    await box(page).fill('Give me five hooks. [sandbox: slow]');
    await page.evaluate(`{
      const press = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      for (const event of [press(), press()]) document.querySelector('.composer textarea').dispatchEvent(event);
    }`);
    await readAndStop(page, 1);
    await expect(questions(page)).toHaveCount(1);
  });

  test('survives the end of the session: signing in again happens in place and the message goes out once', async ({
    page,
    context,
    looksRight,
  }) => {
    await openAssistant(page, /Cassie/);
    await ask(page, 'How do we greet a customer? [sandbox: slow]');
    await readAndStop(page, 1);
    await box(page).fill('And how do we say goodbye? [sandbox: slow]');
    const address = page.url();
    await context.clearCookies();
    await box(page).press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue(EMAIL);
    await looksRight('signing in again');
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog.getByText('That email and password don’t match.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();

    await readAndStop(page, 2);
    await expect(questions(page)).toHaveText([/greet a customer/, /say goodbye/]);
    expect(page.url()).toBe(address);
  });

  test('stays in the box when the session ends mid-sentence', async ({ page, context }) => {
    await openAssistant(page, /Soshie/);
    await box(page).fill('Plan next week, one post a');
    await context.clearCookies();
    // The list of conversations asks the server for the other assistant. Pointing at the link would ask before the
    // click, and the dialog could be in its way.
    await page.getByRole('complementary').getByRole('link', { name: /Emmie/ }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Emmie');
    await goTo(page, /Soshie/);
    await expect(box(page)).toHaveValue('Plan next week, one post a');
  });
});
