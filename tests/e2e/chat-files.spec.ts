import type { Page } from '@playwright/test';
import { ask, expect, hold, lastAnswer, questions, signIn, test } from './support.ts';

const aFile = (name: string, text: string, mimeType = 'text/plain') => ({ name, mimeType, buffer: Buffer.from(text) });
const GUIDE = aFile(
  'Glaze guide.txt',
  '# Moss\n\nThe moss glaze fires at cone 6.\n\n# Ash\n\nThe ash glaze fires at cone 9.\n',
);
const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const choose = (page: Page, ...chosen: ReturnType<typeof aFile>[]) =>
  page.locator('.composer input[type=file]').setInputFiles(chosen);

/** Drops a file on the conversation, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)})); return data; })()`,
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.getByRole('log').dispatchEvent(type, { dataTransfer: data });
}

/** Leaves nothing in the Brain for the journeys after this one. */
test.afterEach(async ({ page }) => {
  const read = async <T>(name: string): Promise<T> => {
    const response = await page.request.get(`/trpc/${name}?input=%7B%7D`);
    return ((await response.json()) as { result: { data: T } }).result.data; // reason: the procedure's documented answer
  };
  const { sources } = await read<{ sources: { id: string }[] }>('brain.sources.list');
  for (const { id } of sources) await page.request.post('/trpc/brain.sources.remove', { data: { sourceId: id } });
  const { facts } = await read<{ facts: { id: string }[] }>('brain.list');
  for (const { id } of facts) await page.request.post('/trpc/brain.forget', { data: { factId: id } });
});

test('a file is read beside a question, which waits for it, and the answer cites it @phone', async ({
  page,
  looksRight,
}) => {
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/seomi');
  const release = await hold(page, /\/brain\/files\//);
  await choose(page, GUIDE);
  await expect(files(page)).toContainText('Glaze guide.txt');
  await ask(page, 'At which cone does the moss glaze fire?');
  await expect(page.getByText('Your message is sent once the files are read.').first()).toBeVisible();
  await expect(questions(page)).toHaveCount(0);
  await looksRight('file on its way');
  release();
  await expect(questions(page).last()).toContainText('At which cone does the moss glaze fire?', { timeout: 20_000 });
  await expect(questions(page).last()).toContainText('Glaze guide.txt');
  await expect(box(page)).toHaveValue('');

  await expect(page.getByText(/^Used .* I found\./)).toBeVisible({ timeout: 30_000 });
  const chip = lastAnswer(page).getByRole('button', { name: 'Source: Glaze guide, Moss' });
  await chip.click();
  const source = page.getByRole('dialog', { name: 'Glaze guide.txt' });
  await expect(source).toContainText('“Moss” · read today');
  await expect(source.locator('mark').first()).toContainText('moss glaze fires');
  await looksRight('passage behind a citation');
  await source.getByRole('button', { name: 'This is wrong' }).click();
  await source.getByLabel('What’s right?').fill('The moss glaze fires at cone 7.');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Added', { exact: true })).toBeVisible();
  await chip.click();
  await source.getByRole('link', { name: 'Open the file' }).click();
  await expect(page.getByRole('heading', { name: 'Glaze guide.txt' })).toBeVisible();
});

test('a file can be taken back, one that can’t be read says why, and a private chat keeps its files', async ({
  page,
}) => {
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/emmie');
  await expect(box(page)).toBeVisible();
  // Whoever drops a file has moved the pointer.
  await page.mouse.move(700, 300);
  await page.mouse.move(710, 310);
  await expect(page.locator('.composer [role=status]')).toBeAttached();
  await drop(page, 'Opening hours.txt', 'We are open from ten to six.');
  await expect(files(page)).toContainText('Ready', { timeout: 20_000 });
  await expect(page.getByRole('radio', { name: /This chat/ })).toBeChecked();
  await page.reload();
  await expect(files(page)).toContainText('Opening hours.txt');
  await choose(page, aFile('Movie.mov', 'x', 'video/quicktime'));
  await expect(files(page).getByRole('listitem').last()).toContainText('We can’t read this kind of file.');
  await page.getByRole('button', { name: 'Remove Movie.mov' }).click();
  await page.getByRole('button', { name: 'Remove Opening hours.txt' }).click();
  await expect(files(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files(page)).toContainText('Opening hours.txt');
  await page.getByRole('button', { name: 'Remove Opening hours.txt' }).click();

  await page.getByRole('button', { name: 'Make private' }).click();
  await choose(page, GUIDE);
  await expect(files(page)).toContainText('Ready', { timeout: 20_000 });
  await expect(page.getByRole('radio', { name: /Whole team/ })).toBeHidden();
});

test('what was said in another conversation is cited with that conversation', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/emmie');
  await ask(page, 'Draft a note about the autumn open studio weekend, please.');
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible({ timeout: 30_000 });
  await page.goto('/dashboard/seomi');
  await ask(page, 'Who comes to the autumn open studio weekend?');
  await expect(page.getByText(/^Used .* I found\./)).toBeVisible({ timeout: 30_000 });
  await lastAnswer(page)
    .getByRole('button', { name: /^Source: Draft a note about/ })
    .first()
    .click();
  const said = page.getByRole('dialog', { name: 'Draft a note about the autumn open studio weekend, please' });
  await expect(said).toContainText('Emmie · today');
  await expect(said.locator('mark').filter({ hasText: 'autumn open studio weekend' }).first()).toBeVisible();
  await said.getByRole('link', { name: 'Open conversation' }).click();
  await expect(page).toHaveURL(/\/emmie\?c=[^&]+&m=/);
  await expect(questions(page).last()).toContainText('Draft a note about the autumn open studio weekend');
  await expect(questions(page).last()).toBeInViewport();
});
