import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import { ask, expect, lastAnswer, questions, signIn, test } from './support.ts';
import { TRANSLATION } from './translation.ts';

test('on a page that the browser translates, the chatbot opens and a conversation can continue after Stop', async ({
  page,
}) => {
  await page.addInitScript(TRANSLATION);
  await page.goto('/');
  await expect(page.locator('h1 font').first()).toBeVisible();
  await page.getByRole('link', { name: VISITOR_CHAT_TEXTS.launcher }).click();
  const panel = page.getByRole('dialog', { name: 'Chat with Brain AI' });
  await panel.getByRole('textbox', { name: 'Message' }).fill('Who is Emmie?');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('log').locator('.msg:not(.me)').last()).toContainText('Emmie');
  await expect(page).toHaveURL('/');

  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/soshie');
  await expect(page.locator('.thread font').first()).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message' });
  await ask(page, 'Three posts, please [sandbox: slow]');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(box).toBeEnabled();
  await ask(page, 'Only **one** then');
  await expect(lastAnswer(page)).toContainText('Sandbox');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Edit question' }).last().click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('None');
  await page.keyboard.press('Enter');
  await expect(questions(page).last()).toContainText('None');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('2 of 2')).toBeVisible();

  // The same conversation by a link that names another teammate.
  await page.goto(page.url().replace('soshie', 'emmie'));
  await expect(page).toHaveURL(/\/dashboard\/soshie\?c=/);
  await box.fill('x'.repeat(7_600));
  await expect(page.getByText('7,600 of 8,000 characters')).toBeVisible();
  await box.fill('x'.repeat(7_601));
  await expect(page.getByText('7,601 of 8,000 characters')).toBeVisible();
  await box.fill('');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await expect(questions(page)).toHaveCount(0);
});
