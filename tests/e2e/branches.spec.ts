import { aPerson } from './identity.ts';
import type { Page } from '@playwright/test';
import { ask, expect, lastAnswer, openConversations, questions, signIn, test } from './support.ts';

const version = (page: Page, number: number) =>
  page.getByRole('group', { name: 'Versions of your question' }).filter({ hasText: `${number} of 2` });

test('after an earlier question is edited, the owner can switch between both threads, even after a reload @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'branches');
  await page.goto('/dashboard/emmie');
  for (const [index, question] of ['Who buys bowls?', 'And where?'].entries()) {
    await ask(page, question);
    await expect(page.getByRole('button', { name: 'Good answer' })).toHaveCount(index + 1, { timeout: 30_000 });
  }
  const first = page.getByRole('article', { name: 'You' }).first();
  await first.hover();
  await first.getByRole('button', { name: 'Edit question' }).click();
  await page.getByLabel('Your question').fill('Who buys plates?');
  await page.getByLabel('Your question').press('Enter');
  await expect(page.getByRole('log')).toBeFocused();
  await expect(version(page, 2)).toBeVisible({ timeout: 30_000 });
  await expect(questions(page)).toHaveCount(1);
  await expect(
    page.getByText('You’re on version 2. Version 1 and the three messages after it are kept.'),
  ).toBeVisible();
  await expect(lastAnswer(page)).toContainText('Who buys plates?', { timeout: 30_000 });
  const previous = version(page, 2).getByRole('button', { name: 'Previous version' });
  await expect(previous).toBeEnabled({ timeout: 30_000 });
  await looksRight('two versions of a question');

  await previous.focus();
  await page.keyboard.press('Enter');
  const next = version(page, 1).getByRole('button', { name: 'Next version' });
  await expect(next).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Version 1 of 2' })).toHaveCount(1);
  await expect(questions(page)).toHaveCount(2);
  await page.reload();
  await expect(version(page, 1)).toBeVisible();
  await next.focus();
  await page.keyboard.press('ArrowRight');
  await expect(version(page, 2)).toBeVisible();
  await expect(questions(page)).toHaveCount(1);
});

test('a link to a message of another thread opens that thread', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/emmie');
  await openConversations(page);
  await page.getByRole('link', { name: /Kiln opening invitation/ }).click();
  await version(page, 2).getByRole('button', { name: 'Previous version' }).click();
  const hidden = page.getByRole('article', { name: 'You' }).filter({ hasText: 'Shorter, and warmer.' });
  const link = await hidden.getByRole('link').getAttribute('href');
  await version(page, 1).getByRole('button', { name: 'Next version' }).click();
  await expect(version(page, 2)).toBeVisible();
  await page.goto(link ?? '');
  await expect(page.locator('.linked')).toContainText('Shorter, and warmer.');
  await version(page, 1).getByRole('button', { name: 'Next version' }).click();
  await expect(version(page, 2)).toBeVisible();
});
