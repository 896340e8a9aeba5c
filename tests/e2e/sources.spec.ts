import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { DOCUMENT_PROBLEMS } from '#contract/brain/document-problems.ts';
import { aPerson, call } from './identity.ts';
import { expect, hold, test } from './support.ts';

const PRICE_LIST = 'Item,Size,Price\nLarge bowl,28 cm,$38\nMedium bowl,22 cm,$29\nEspresso cup,6 cm,$18\n';
const asFile = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });

/** The choice of files that a button opens. */
async function choose(page: Page, button: Locator, ...files: ReturnType<typeof asFile>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles(files);
}

/** Drops or pastes a file on the page. */
async function bring(page: Page, event: 'drop' | 'paste', name: string, text: string): Promise<void> {
  const made =
    event === 'drop'
      ? 'new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true })'
      : 'new ClipboardEvent("paste", { clipboardData: dataTransfer, bubbles: true })';
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    document.body.dispatchEvent(${made});
  }`);
}

const sources = (page: Page) => page.getByRole('list', { name: 'Sources' });
const source = (page: Page, name: string) => sources(page).getByRole('listitem').filter({ hasText: name });
const fact = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a price list disagrees with what was typed: its owner settles it, and it goes with what it taught @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'price-list');
  await call(page, 'brain.add', { id: randomUUID(), kind: 'product', statement: 'The large bowl costs $42.' });
  await page.goto('/dashboard/brain');
  // What was typed is read for its amount first, which the price list is compared with.
  const read = async () => (await page.request.get('/trpc/brain.list?input=%7B%7D')).text();
  await expect.poll(read).toContain('"value":"$42"');
  await page.getByRole('button', { name: 'Add a source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await expect(dialog.getByRole('button', { name: /^Drop files here/ })).toBeVisible();
  await looksRight('adding a source');
  await choose(page, dialog.getByRole('button', { name: /^Drop files here/ }), asFile('Price list.csv', PRICE_LIST));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Sources' })).toBeFocused();

  const card = page.getByRole('article', { name: 'What does the large bowl cost?' });
  await expect(card).toContainText('Price list.csv, row 2');
  await expect(source(page, 'Price list.csv')).toContainText('3 facts · 3 rows, today');
  await looksRight('a price list that disagrees');
  await card.getByRole('button', { name: /^Keep \$42/ }).click();
  await expect(card).toBeHidden();

  const cup = fact(page, 'Espresso cup costs $18.');
  await expect(cup).toContainText('Suggested');
  const forget = cup.getByRole('button', { name: /^Forget/ });
  if (!(await forget.isVisible())) await cup.getByRole('button', { name: /^More for/ }).click();
  await ((await forget.isVisible()) ? forget : cup.getByRole('menuitem', { name: 'Forget' })).click();
  await expect(cup).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cup, 'as before').toContainText('Suggested');
  await cup.getByRole('button', { name: /^Confirm/ }).click();
  await expect(cup).toContainText('Confirmed');
  await cup.getByRole('link', { name: 'Price list.csv, row 4' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Price list.csv' })).toBeVisible();
  const passage = page.getByRole('listitem').filter({ hasText: 'Espresso cup' });
  await expect(passage).toHaveAttribute('aria-current', 'true');
  await expect(passage).toBeFocused();
  await looksRight('a document at the passage of a fact');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the file' }).click();
  expect((await download).suggestedFilename()).toBe('Price list.csv');

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed Price list.csv')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/brain$/);
  await expect(fact(page, 'Medium bowl costs $29.')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fact(page, 'Medium bowl costs $29.')).toBeVisible();
});

test('a website starts the Brain, is read every week on request, and is removed @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'website');
  await page.goto('/dashboard/brain');
  const field = page.getByLabel('Web address');
  await page.getByRole('button', { name: 'Read my website' }).click();
  await expect(page.getByText('Please paste a web address.')).toBeVisible();
  await looksRight('the three ways to begin');
  await field.fill('fernandkiln.example');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: /^Facts \d/ })).toBeFocused();
  const site = source(page, 'fernandkiln.example');
  await expect(site).toContainText(/\d facts? · 6 pages, today/);
  const shipping = fact(page, 'We ship within the United States');
  await expect(shipping.getByRole('link', { name: /^fernandkiln\.example, / })).toBeVisible();
  await looksRight('what a website taught');

  await site.getByRole('button', { name: 'More for fernandkiln.example' }).click();
  await site.getByRole('menuitem', { name: 'Read it every week' }).click();
  await expect(site).toContainText('6 pages, weekly');
  await site.getByRole('button', { name: 'More for fernandkiln.example' }).click();
  await site.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(site).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Nothing in here yet/ })).toBeVisible();
});

test('the owner chooses which pages of a website are read if it has more than the limit @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'pages');
  await page.goto('/dashboard/brain');
  const field = page.getByLabel('Web address');
  await field.fill('rosa@bigkiln.example');
  await field.press('Enter');
  await expect(page.getByText('That’s an email address.')).toBeVisible();
  await expect(field).toHaveValue('rosa@bigkiln.example');
  await field.fill('bigkiln.example');
  await field.press('Enter');
  const site = source(page, 'bigkiln.example');
  await expect(site).toContainText('50 of 503 pages', { timeout: 60_000 });
  await site.getByRole('button', { name: 'Choose pages of bigkiln.example' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose pages' });
  const mugs = dialog.getByRole('button', { name: 'Clear in /mugs/' });
  await mugs.click();
  await expect(dialog).toContainText('2 of 49 pages chosen.');
  await dialog.getByRole('button', { name: /^\/journal\// }).click();
  await dialog.getByLabel('/journal/2020/note-7', { exact: true }).check();
  await expect(dialog).toContainText('3 of 49 pages chosen.');
  await looksRight('choosing the pages of a website');
  await dialog.getByRole('button', { name: 'Read these 4 pages' }).click();
  await expect(dialog).toBeHidden();
  await expect(site).toContainText('4 of 503 pages', { timeout: 30_000 });
  await site.getByRole('link', { name: 'bigkiln.example' }).click();
  await page.getByRole('button', { name: 'Choose pages' }).click();
  await expect(dialog).toContainText('3 of 49 pages chosen.');
});

test('what a new version of a price list changes is shown as soon as it is read @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'new-version');
  await page.goto('/dashboard/brain');
  await expect(page.getByRole('heading', { name: /^Nothing in here yet/ })).toBeVisible();
  await bring(page, 'drop', 'Price list.csv', PRICE_LIST);
  await expect(source(page, 'Price list.csv')).toContainText('3 facts · 3 rows, today');
  await bring(page, 'drop', 'Price list.csv', PRICE_LIST.replace('$38', '$42'));
  const dialog = page.getByRole('dialog', { name: 'Replace Price list.csv?' });
  await expect(dialog.getByRole('row', { name: /^Large bowl.*\$38.*\$42/ })).toBeVisible();
  await looksRight('what a new version changes');
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await expect(dialog).toBeHidden();
  await expect(fact(page, 'Large bowl costs $42.')).toBeVisible();
  await expect(source(page, 'Price list.csv')).toHaveCount(1);
});

test('files that can’t be sent or read say why, and what to do', async ({ page, looksRight }) => {
  await aPerson(page, 'failures');
  await page.goto('/dashboard/brain');
  await expect(page.getByRole('heading', { name: /^Nothing in here yet/ })).toBeVisible();
  await bring(page, 'drop', 'Prices.numbers', 'Large bowl');
  const refused = source(page, 'Prices.numbers');
  await expect(refused.getByRole('alert')).toHaveText(DOCUMENT_PROBLEMS.other_program);
  await bring(page, 'paste', 'Glaze notes.docx', 'PK\u0003\u0004 and nothing else');
  const broken = source(page, 'Glaze notes.docx');
  await expect(broken).toContainText(DOCUMENT_PROBLEMS.broken);
  await looksRight('files that could not be read');

  await choose(
    page,
    broken.getByRole('button', { name: /^Choose another file/ }),
    asFile('Policy.txt', 'We never discount sets.'),
  );
  await expect(broken).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Facts 1' })).toBeVisible();
  await expect(source(page, 'Policy.txt')).toContainText('1 fact');
  await refused.getByRole('button', { name: /^Remove/ }).click();
  await expect(refused).toBeHidden();

  const letThrough = await hold(page, /\/brain\/files\//);
  await bring(page, 'drop', 'Slow.txt', 'Returns are free for 30 days.');
  await source(page, 'Slow.txt').getByRole('button', { name: 'Stop uploading Slow.txt' }).click();
  await expect(source(page, 'Slow.txt')).toBeHidden();
  letThrough();
});
