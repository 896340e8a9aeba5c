import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { STATEMENT_MAX, STATEMENT_TOO_LONG } from '#contract/brain/brain.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { aPerson, call } from './identity.ts';
import { expect, goTo, test } from './support.ts';

const addFact = (page: Page, kind: string, statement: string) =>
  call(page, 'brain.add', { id: randomUUID(), kind, statement });

/** Tells a teammate a price, and waits until it is remembered, which happens before the answer is written. */
async function tell(page: Page, assistantId: string, price: string): Promise<void> {
  const text = `Remember that the large bowl costs ${price}.`;
  await call(page, 'chat.send', { id: randomUUID(), assistantId, conversationId: null, text });
  const known = async () => (await page.request.get('/trpc/brain.list?input=%7B%7D')).text();
  await expect.poll(known).toContain(`"value":"${price}"`);
}

const row = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

/** What was typed is read for its value a moment later: until then the whole sentence is shown. */
const replaced = (price: string) => new RegExp(`Was (?:The large bowl costs )?\\${price} until today`);

/** In the row, or in its menu on a phone. */
async function choose(fact: Locator, action: 'Correct' | 'Forget'): Promise<void> {
  await expect(fact).toBeVisible();
  const button = fact.getByRole('button', { name: new RegExp(`^${action}`) });
  if (await button.isVisible()) return button.click();
  await fact.getByRole('button', { name: /^More for/ }).click();
  await fact.getByRole('menuitem', { name: action }).click();
}

test('five questions start the Brain, and it is kept right from there @phone', async ({ page, looksRight }) => {
  await aPerson(page, 'brain');
  await page.goto('/dashboard');
  await goTo(page, /^Brain$/);
  await expect(
    page.getByRole('heading', { name: 'Nothing in here yet. Pick the quickest way for you.' }),
  ).toBeVisible();
  await expect(page).toHaveTitle('Brain · Tenfold');
  await looksRight('first visit to the Brain');

  await page.getByLabel(/^1 of 5\./).fill('The large bowl costs $38.');
  await page.getByRole('button', { name: 'Next question' }).click();
  const second = page.getByLabel(/^2 of 5\./);
  await expect(second).toBeFocused();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel(/^1 of 5\./)).toHaveValue('The large bowl costs $38.');
  await page.getByLabel(/^1 of 5\./).fill('The large bowl costs $42.');
  await page.getByLabel(/^1 of 5\./).press('Enter');
  await expect(second).toBeFocused();
  for (const number of [2, 3, 4]) {
    await expect(page.getByLabel(new RegExp(`^${number} of 5\\.`))).toBeVisible();
    await page.getByRole('button', { name: 'Skip this one' }).click();
  }
  await page.getByLabel(/^5 of 5\./).fill('Friendly and brief.');
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(page.getByText('Your team learned 2 new facts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Facts 2' })).toBeFocused();

  await page.getByRole('button', { name: 'Add a fact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a fact' });
  await dialog.getByLabel('Fact').fill('Our password is kiln-1234.');
  await dialog.getByLabel('What it’s about').selectOption('Policies');
  await dialog.getByRole('button', { name: 'Add fact' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(ERROR_CODES.FACT_HOLDS_SECRET.text);
  await expect(dialog.getByLabel('Fact')).toHaveValue('Our password is kiln-1234.');
  await looksRight('a fact that is refused');
  await dialog.getByLabel('Fact').fill('Guest Wi-Fi: FernGuest / Bread4All');
  await dialog.getByRole('button', { name: 'Add fact' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(ERROR_CODES.FACT_MAY_BE_SHARED.text);
  await expect(dialog.getByRole('button', { name: 'Okay to share' })).toBeVisible();
  await looksRight('a fact that may be shared');
  await dialog.getByLabel('Fact').fill('Returns are free for 30 days.');
  await dialog.getByRole('button', { name: 'Add fact' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Returns are free for 30 days.')).toBeVisible();

  const bowl = row(page, 'The large bowl costs');
  await choose(bowl, 'Correct');
  const editor = page.getByRole('textbox', { name: 'Correct this fact' });
  await expect(editor).toBeFocused();
  await looksRight('a fact that is being corrected');
  await editor.fill('x'.repeat(STATEMENT_MAX + 1));
  await editor.press('Enter');
  await expect(page.getByText(STATEMENT_TOO_LONG)).toBeVisible();
  await editor.fill('The large bowl costs $45.');
  await editor.press('Enter');
  await expect(bowl).toContainText('The large bowl costs $45.');
  await expect(bowl).toContainText(replaced('$42'));
  await expect(bowl).toBeFocused();
  await bowl.getByRole('button', { name: /^Bring it back/ }).click();
  await expect(bowl).toContainText(replaced('$45'));
  await expect(bowl).toBeFocused();

  const pin = bowl.getByRole('button', { name: 'Pin: The large bowl costs $42.' });
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await choose(bowl, 'Forget');
  await expect(bowl).toBeHidden();
  await expect(page.getByText('Your team stops using it, starting with your next message.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Facts 2' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Policies 1' }), 'what comes next has the focus').toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bowl).toBeFocused();
  await expect(pin, 'and it is pinned again').toHaveAttribute('aria-pressed', 'true');

  const profile = page.getByRole('list', { name: /^Your profile/ });
  await expect(profile).toContainText('Owner: Maya Lindqvist');
  await expect(profile.getByRole('link', { name: 'Change it in your settings' })).toBeVisible();

  const learning = page.getByRole('switch', { name: 'Learn from my chats' });
  await expect(learning).toBeChecked();
  await learning.click();
  await expect(learning).not.toBeChecked();
  await page.reload();
  await expect(learning).not.toBeChecked();
});

test('a typed fact and a document disagree, and the owner settles it', async ({ page, looksRight, isMobile }) => {
  await aPerson(page, 'conflict');
  await tell(page, 'emmie', '$38');
  await page.goto('/dashboard/brain');
  const bowl = row(page, 'Large bowl costs $38.');
  await expect(bowl.getByRole('link', { name: 'You, to Emmie' })).toHaveAttribute('href', /\/dashboard\/emmie\?c=/);
  await choose(bowl, 'Correct');
  await page.getByRole('textbox', { name: 'Correct this fact' }).fill('The large bowl costs $40.');
  // The page shows it before it is saved.
  const saved = page.waitForResponse(/\/trpc\/brain\.correct/);
  await page.getByRole('button', { name: 'Save' }).click();
  await saved;
  await expect(row(page, 'The large bowl costs $40.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a source' }).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('Item,Price\nLarge bowl,$42\n') });

  await expect(page.getByRole('heading', { name: 'One thing to settle' })).toBeVisible();
  const card = page.getByRole('article', { name: 'What does the large bowl cost?' });
  await expect(card).toContainText('Typed by you');
  await expect(card.getByText('Newer')).toBeVisible();
  if (!isMobile)
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Brain 1 to settle' })).toBeVisible();
  await looksRight('a conflict');
  await page.getByRole('button', { name: /^Notifications,/ }).click();
  await page.getByRole('link', { name: /What does the large bowl cost\?/ }).click();
  await expect(card.getByRole('heading'), 'the bell leads to its card').toBeFocused();
  await card.getByRole('button', { name: /^Use \$42/ }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText('Settled')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Facts 1' })).toBeFocused();
  await expect(row(page, 'Large bowl costs $42.')).toContainText(replaced('$40'));
  if (!isMobile)
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Brain', exact: true })).toBeVisible();
});

test('facts are found by words, kind and state, and the URL keeps what is looked at', async ({ page, looksRight }) => {
  await aPerson(page, 'filters');
  for (const cm of [18, 20, 22, 24, 26, 28]) await addFact(page, 'product', `The plate for ${cm} cm costs $${cm}.`);
  await addFact(page, 'policy', 'We never discount plates.');
  await page.goto('/dashboard/brain');
  await expect(row(page, 'cm costs')).toHaveCount(5);
  await page.getByRole('link', { name: /^Show all 6/ }).click();
  await expect(page).toHaveURL(/\?kind=product$/);
  await expect(row(page, 'cm costs')).toHaveCount(6);
  await expect(row(page, 'We never discount')).toBeHidden();
  await page.goBack();
  await expect(row(page, 'We never discount')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search facts' });
  await search.fill('Plate');
  await expect(page).toHaveURL(/\?q=Plate$/);
  await expect(page.getByRole('heading', { name: 'Found 7' })).toBeVisible();
  await page.getByRole('button', { name: 'Policies 1' }).click();
  await expect(page.getByRole('heading', { name: 'Policies 1' })).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('Plate');
  await choose(row(page, 'We never discount'), 'Forget');
  await expect(page.getByText('No facts match that.')).toBeVisible();

  await page.getByRole('link', { name: 'Show all facts' }).click();
  await expect(page.getByRole('heading', { name: 'Facts 6' })).toBeFocused();
  await expect(search).toHaveValue('');
  await page.getByLabel('State').selectOption('Forgotten');
  await expect(page).toHaveURL(/\?state=forgotten$/);
  const forgotten = row(page, 'We never discount');
  await expect(forgotten.getByRole('button', { name: /^Pin/ })).toHaveCount(0);
  await looksRight('forgotten facts');
  await forgotten.getByRole('button', { name: /^Bring it back/ }).click();
  await expect(page.getByText('Nothing has been forgotten.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Facts 7' })).toBeVisible();

  await page.getByRole('link', { name: 'Show all facts' }).click();
  for (const cm of [28, 26]) await choose(row(page, `The plate for ${cm} cm`), 'Forget');
  await expect(page.getByRole('heading', { name: 'Facts 5' })).toBeVisible();
  await page.getByLabel('State').selectOption('Forgotten');
  const [plate, other] = [row(page, 'The plate for 28 cm'), row(page, 'The plate for 26 cm')];
  await plate.getByRole('button', { name: /^Delete for good/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this fact for good?' });
  await looksRight('a fact that is about to be deleted for good');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(plate).toBeHidden();
  await expect(
    other.getByRole('button', { name: /^Delete for good/ }),
    'the row beside it has the focus',
  ).toBeFocused();
});

test('answers are as the owner wants them, set on the page or said in a chat', async ({ page, looksRight }) => {
  await aPerson(page, 'answers');
  const text = 'From now on: short answers, sign as Rosa.';
  const question = { id: randomUUID(), assistantId: 'emmie', conversationId: null, text };
  await call(page, 'chat.send', question);
  const listed = async () => (await page.request.get('/trpc/brain.preferences.list')).text();
  await expect.poll(listed, { timeout: 20_000 }).toContain('"value":"Rosa"');
  await page.goto('/dashboard/brain');
  await page.getByRole('navigation', { name: 'Brain' }).getByRole('link', { name: 'How answers should be' }).click();
  const length = page.getByRole('radiogroup', { name: 'Length', exact: true });
  await expect(length.getByRole('radio', { name: 'Short' })).toBeChecked();
  const source = page.getByRole('listitem').filter({ has: length }).getByRole('link', { name: 'You, to Emmie' });
  await expect(source).toHaveAttribute('href', /\/dashboard\/emmie\?c=/);
  await expect(page.getByLabel('Sign-off', { exact: true })).toHaveValue('Rosa');

  await length.getByRole('radio', { name: 'Short' }).press('ArrowRight');
  await expect(length.getByRole('radio', { name: 'Medium' })).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(length.getByRole('radio', { name: 'Short' })).toBeChecked();
  const word = page.getByLabel('Another word to avoid', { exact: true });
  await word.fill('artisanal');
  await word.press('Enter');
  await word.fill('curated');
  await word.press('Enter');
  await expect(word).toHaveValue('');
  await page.getByRole('button', { name: 'Remove curated' }).click();
  await expect(page.getByRole('button', { name: 'Remove curated' })).toBeHidden();
  await expect(word).toBeFocused();
  await page.getByRole('button', { name: 'Add one' }).click();
  const sentence = page.getByLabel('In your own words');
  await sentence.fill('The password is kiln-1234.');
  await sentence.press('Enter');
  await expect(page.getByText(ERROR_CODES.FACT_HOLDS_SECRET.text)).toBeVisible();
  await sentence.fill('Start with the answer.');
  await sentence.press('Enter');
  await expect(page.getByRole('button', { name: 'Forget: Start with the answer.' })).toBeVisible();

  await page.getByRole('button', { name: 'Choose a teammate' }).click();
  await page.getByRole('menuitem', { name: 'Soshie' }).click();
  await page.getByRole('button', { name: 'Add a difference for Soshie' }).click();
  await page.getByRole('menuitem', { name: 'Emojis' }).click();
  const emojis = page.getByRole('radiogroup', { name: 'Emojis for Soshie' });
  await expect(emojis.getByRole('radio', { name: 'Up to them' })).toBeFocused();
  await emojis.getByRole('radio', { name: 'Now and then' }).click();
  await page.getByRole('button', { name: 'See how that sounds' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sandbox answer' })).toBeVisible();
  await looksRight('how answers should be');
  await page.reload();
  await expect(page.getByText('Emojis now and then')).toBeVisible();
  await page.getByRole('button', { name: 'Change Soshie' }).click();
  await page.getByRole('button', { name: 'Same as everyone again for Soshie' }).click();
  await expect(page.getByRole('heading', { name: 'For one teammate' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Change Soshie' })).toBeHidden();

  await source.click();
  await page.getByRole('button', { name: 'Undo: short answers, signed “Rosa”' }).click();
  await expect(page.getByText('Undone: ')).toBeVisible();
  await page.getByRole('link', { name: 'How answers should be' }).press('Enter');
  await expect(length.getByRole('radio', { name: 'As needed' })).toBeChecked();
});
