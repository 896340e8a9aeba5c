import { randomUUID } from 'node:crypto';
import { aPerson, call } from './identity.ts';
import { ask, expect, lastAnswer, questions, test } from './support.ts';

test('facts are forgotten, chosen and saved by chatting, in two languages, and all of it survives a reload @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'memory');
  const add = (statement: string) => call(page, 'brain.add', { id: randomUUID(), kind: 'people', statement });
  for (const statement of [
    'Our fax number is (614) 555-0100.',
    'The studio is open until 6 on Saturdays.',
    'Saturday workshops start at 10.',
    'Montags ist geschlossen.',
  ])
    await add(statement);

  await page.goto('/dashboard/brain-ai');
  await ask(page, 'Not yet. And forget the fax number.');
  const question = questions(page).last();
  await expect(question).toContainText('Forgot: Our fax number is (614) 555-0100.', { timeout: 30_000 });
  await expect(lastAnswer(page)).toContainText('Gone.');
  await question.getByRole('button', { name: /^Undo/ }).click();
  await expect(question).toContainText('Brought back: Our fax number');
  await question.getByRole('button', { name: /^Redo/ }).click();
  await expect(question).toContainText('Forgot: Our fax number');

  await ask(page, 'Also forget what I said about Saturdays.');
  const candidates = page.getByRole('list', { name: 'Forget one of two' });
  await expect(candidates.getByRole('button')).toHaveCount(2, { timeout: 30_000 });
  await looksRight('candidates under an answer');
  await page.reload();
  await expect(candidates.getByRole('button')).toHaveCount(2);
  await candidates.getByRole('button', { name: /workshops/ }).click();
  await expect(candidates).toBeHidden();
  await expect(questions(page).last()).toContainText('Forgot: Saturday workshops start at 10.');

  await ask(page, 'Vergiss, was du über Montag weißt.');
  await expect(questions(page).last()).toContainText('Forgot: Montags ist geschlossen.', { timeout: 30_000 });

  await ask(page, 'rmbr whsl 40 ov 24 x sets til 12/31');
  await expect(page.getByText('Couldn’t read what to remember.')).toBeVisible({ timeout: 30_000 });
  await looksRight('what couldn’t be read');
  await page.getByRole('button', { name: 'Yes, remember that' }).click();
  await expect(page.getByText('Couldn’t read what to remember.')).toBeHidden();

  await ask(page, 'Forget everything you know about us.');
  await page.getByRole('button', { name: /^Forget all \d+ facts/ }).click({ timeout: 30_000 });
  await expect(questions(page).last()).toContainText(/Forgot all \d+ facts/);
  await questions(page).last().getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: /^Forget all \d+ facts/ })).toBeVisible();
});
