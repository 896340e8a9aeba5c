import type { Locator, Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { ask, expect, goTo, hold, lastAnswer, openConversations, signIn, test } from './support.ts';

// The account that `npm run seed -- --long` adds. Its conversation ends with request 2500, and with what these tests ask.
const EMAIL = 'long@tenfold.test';

const log = (page: Page) => page.getByRole('log');
const messages = (page: Page) => log(page).getByRole('article');
const message = (page: Page, text: string) => messages(page).filter({ hasText: new RegExp(`${text}\\b`) });
const topOf = async (of: Locator) => Math.round((await of.boundingBox())?.y ?? Number.NaN);

async function openLongConversation(page: Page): Promise<void> {
  await signIn(page, EMAIL);
  await goTo(page, /Emmie/);
  await openConversations(page);
  await page.getByRole('link', { name: /Five thousand messages/ }).click();
  await expect(messages(page).last()).toBeInViewport();
}

/** The numbers of the requests that are rendered. */
async function numbers(page: Page): Promise<number[]> {
  const questions = await log(page).locator('.msg.me').allInnerTexts();
  return questions.flatMap((text) => /Request (\d+)/.exec(text)?.slice(1) ?? []).map(Number);
}
const oldest = async (page: Page) => Math.min(...(await numbers(page)));
const newest = async (page: Page) => Math.max(...(await numbers(page)));
/** What was scrolled to is rendered. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
/** An element's top once it stops moving: the heights above it are estimates until they are measured. */
async function restingTop(page: Page, of: Locator): Promise<number> {
  let top = Number.NaN;
  await expect(async () => {
    const before = top;
    await drawn(page);
    top = await topOf(of);
    expect(top).toBe(before);
  }).toPass();
  return top;
}
const scrolled = (page: Page) => page.evaluate<number>("document.querySelector('.log').scrollTop");

test('a conversation of 5,000 messages opens at its end, is read back without a jump, and answers at its end @phone', async ({
  page,
  looksRight,
}) => {
  await openLongConversation(page);
  expect(await messages(page).count()).toBeLessThan(40);

  // What is in view stays there while an older page is added above it.
  const letThrough = await hold(page, /chat\.messages/);
  await log(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(log(page).locator('[aria-posinset="1"]')).toBeVisible();
  const number = await oldest(page);
  const first = message(page, `Request ${number}`);
  const before = await restingTop(page, first);
  letThrough();
  await expect.poll(() => oldest(page)).toBeLessThan(number);
  expect(Math.abs((await restingTop(page, first)) - before)).toBeLessThan(3);
  for (let seen = await oldest(page); seen > number - 100; seen = await oldest(page)) {
    const known = seen;
    await page.keyboard.press('Home');
    await expect.poll(() => oldest(page)).toBeLessThan(known);
  }
  expect(await messages(page).count()).toBeLessThan(40);
  await looksRight('in the middle of a long conversation');

  // It opens where it was left.
  const top = await scrolled(page);
  await page.keyboard.press('PageUp');
  await expect.poll(() => scrolled(page)).not.toBe(top);
  await drawn(page);
  const kept = message(page, `Request ${(await oldest(page)) + 4}`);
  const keptAt = await restingTop(page, kept);
  await goTo(page, /Home/);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Emmie');
  await page.goBack();
  await expect.poll(() => topOf(kept)).toBe(keptAt);

  await ask(page, 'And what about the lids? [sandbox: slow]');
  await expect(lastAnswer(page)).toContainText('Sandbox answer', { timeout: 30_000 });
  await expect(lastAnswer(page)).toBeInViewport();
  const stop = page.getByRole('button', { name: 'Stop' });
  await stop.click();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  // Wait until the answer has stopped: later tests use this account, and its box is disabled during an answer.
  await expect(stop).toBeHidden();
});

test('a search opens a long conversation at the message it found, and so does a link to it @phone', async ({
  page,
  looksRight,
}) => {
  await signIn(page, EMAIL);
  await goTo(page, /Emmie/);
  await openConversations(page);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('request 1250');
  await page.getByRole('link', { name: /Five thousand messages/ }).click();
  const found = message(page, 'Request 1250');
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
  await expect(page).toHaveURL(/[?&]m=/);
  await looksRight('a linked message');
  await page.reload();
  await expect(found).toBeInViewport();

  // The newer pages follow, and the focus stays in a message that has left the view.
  await found.focus();
  await page.keyboard.press('Tab');
  const focused = found.locator(':focus');
  await expect(focused).toHaveCount(1);
  for (let pages = 0; pages < 40; pages += 1) await page.keyboard.press('PageDown');
  await expect.poll(() => newest(page)).toBeGreaterThan(1280);
  await expect(focused).toHaveCount(1);
  await expect(page).not.toHaveURL(/[?&]m=/);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(messages(page).last()).toBeInViewport();
  await expect(log(page)).not.toContainText('Request 1250');
});

test('older messages that could not be loaded can be asked for again', async ({ page }) => {
  await openLongConversation(page);
  const number = await newest(page);
  const { status, text } = ERROR_CODES.TOO_MANY_ATTEMPTS;
  const error = { code: -32_603, message: text, data: { appCode: 'TOO_MANY_ATTEMPTS', httpStatus: status } };
  await page.route(/chat\.messages/, (route) => route.fulfill({ status, json: [{ error }] }), { times: 1 });
  await log(page).focus();
  await page.keyboard.press('Home');
  const again = page.locator('.log-edge').getByRole('button', { name: TRY_AGAIN });
  await again.click();
  await expect.poll(() => oldest(page)).toBeLessThan(number - 24);
  await expect(again).toBeHidden();
  await expect(log(page)).toBeFocused();
});
