import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { aPersonWithoutTrial, call } from './identity.ts';
import { expect, goTo, test } from './support.ts';

const VALUES = {
  businessName: 'Fern & Kiln',
  yourName: 'Maya Lindqvist',
  whoYouAre: 'We make bowls.',
  howOften: 'weekly',
  topics: ['Bowls', 'Cups'],
};

/** What a card's button or link is called. */
const named = (action: string, title: string) => new RegExp(`^${action}.*${title}$`);

/** Uses the template until nothing is left this month. */
async function useUp(page: Page, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    const changed = { ...VALUES, question: `Question ${time}?` };
    await call(page, 'powerUps.templates.use', { id: randomUUID(), templateId: 'welcome-email', values: changed });
  }
}

test('a template is found, filled in and used until the plan has no more @phone', async ({
  page,
  looksRight,
  isMobile,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await aPersonWithoutTrial(page);
  await page.goto('/dashboard');
  await goTo(page, /^Templates$/);
  const search = page.getByRole('searchbox', { name: 'Search templates' });
  await expect(page.getByText('0 of 5')).toBeVisible();

  await search.fill('no such thing');
  await expect(page.getByText(TEMPLATE_TEXTS.noneFound)).toBeVisible();
  await expect(page).toHaveURL(/q=no(\+|%20)such(\+|%20)thing/);
  await page.getByRole('button', { name: 'Show all templates' }).click();
  await expect(search).toHaveValue('');
  await page.getByRole('button', { name: named(TEMPLATE_TEXTS.use, 'Abandoned basket reminder') }).click();
  await expect(page.getByRole('dialog', { name: 'Premium Feature' })).toContainText('Pro');
  await page.keyboard.press('Escape');
  await page.goto('/dashboard/power-ups/templates/win-back-note');
  const premium = page.getByRole('region', { name: 'Premium template' });
  await expect(premium, 'the lock is said before the work').toContainText('Premium templates come with Pro');
  await premium.getByRole('button', { name: 'See plans' }).click();
  await expect(page.getByRole('dialog', { name: 'Premium Feature' })).toContainText('Pro');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Templates' }).click();

  await page.getByRole('button', { name: 'Favorite: Welcome email' }).click();
  await page.getByRole('button', { name: /^Favorites/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Welcome email']);
  await page.getByRole('button', { name: named(TEMPLATE_TEXTS.preview, 'Welcome email') }).click();
  const preview = page.getByRole('dialog', { name: 'Welcome email' });
  await preview.getByRole('button', { name: 'See a filled example' }).click();
  await expect(preview).toContainText('(invented');
  await preview.getByRole('link', { name: TEMPLATE_TEXTS.use }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome email' })).toBeVisible();
  await looksRight('a template with blanks left');
  const use = page.getByRole('button', { name: TEMPLATE_TEXTS.use, exact: true });
  if (!isMobile) {
    await page.setViewportSize({ width: 1440, height: 600 });
    await page.getByRole('button', { name: 'See a filled example' }).click();
    await page.getByLabel('Your name').focus();
    await expect(use, 'a long text doesn’t push the buttons out of view').toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Back to yours' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await use.click();
  const first = page.getByLabel('Business name');
  await expect(first).toBeFocused();
  await first.fill(VALUES.businessName);
  await page.getByRole('button', { name: 'Needed: Who you are' }).click();
  const about = page.getByLabel('Who you are');
  await expect(about).toBeFocused();
  await about.fill(VALUES.whoYouAre);
  await page.getByRole('button', { name: 'Let Brain AI fill in the rest' }).click();
  await expect(page.getByText(/guesses need your yes/)).toBeVisible();
  await looksRight('a template with guesses');
  await use.click();
  await expect(page.getByText('Template Used'), 'a guess isn’t used without a yes').toBeHidden();
  await page.getByRole('button', { name: /^Yes, keep it ?: What you write about/ }).click();
  await page.getByRole('button', { name: /^No, clear it ?: How often you write/ }).click();
  await page.getByRole('button', { name: 'Needed: How often you write' }).click();
  const often = page.getByLabel('How often you write');
  await expect(often, 'no choice is preselected').toHaveValue('');
  await often.selectOption('Every week');
  const topics = page.getByLabel(/^What you write about, item/);
  await topics.first().fill('New bowls');
  await topics.first().press('Enter');
  await expect(topics.nth(1)).toBeFocused();
  await topics.nth(1).fill('Open days');
  const question = page.getByLabel('One easy question');
  await question.fill('What do you drink from?');
  await page.reload();
  await expect(question, 'what was typed survives a reload').toHaveValue('What do you drink from?');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(question).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Fill in the blanks' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(question).toHaveValue('What do you drink from?');
  await use.click();
  await expect(page.getByText(TEMPLATE_TEXTS.used.title)).toBeVisible();
  await expect(page.getByText('1 of 5')).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(/^Subject: Welcome to Fern & Kiln.*\n\nHello,[\s\S]*- New bowls\n- Open days/);

  await page.evaluate('navigator.clipboard.write = () => Promise.reject(new Error("refused"))');
  await use.click();
  const byHand = page.getByRole('dialog', { name: 'Copy it by hand' });
  await expect(byHand.getByRole('textbox')).toHaveValue(copied);
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 of 5'), 'the same text again is not another use').toBeVisible();
  await page.getByRole('radio', { name: '4 stars' }).click();
  await expect(page.getByText('Your rating. Thank you.')).toBeVisible();

  await useUp(page, 4);
  await page.goto('/dashboard/power-ups/templates');
  const alert = page.getByRole('region', { name: USAGE_LIMIT_TITLE });
  await expect(alert).toContainText('You’ve used all 5 templates in Free this month.');
  await looksRight('list of templates at the limit');
  await alert.getByRole('button', { name: TEMPLATE_TEXTS.upgrade }).click();
  await expect(page.getByRole('dialog', { name: USAGE_LIMIT_TITLE })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: named(TEMPLATE_TEXTS.use, 'Welcome email') }).click();
  await expect(alert, 'the limit is said before the work').toContainText('You’ve used all 5 templates');
  await question.fill('And at breakfast?');
  await use.click();
  await expect(page.getByRole('dialog', { name: USAGE_LIMIT_TITLE })).toBeVisible();
  await page.keyboard.press('Escape');
  await question.fill('What do you drink from?');
  await page.getByRole('button', { name: 'Open with Brain AI' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /Welcome email[\s\S]*What do you drink from\?/,
  );
});

/** A change of the template that the journey writes, as from another browser. */
const elsewhere = {
  version: 1,
  folder: '',
  template: {
    title: 'Kiln news',
    description: '',
    category: 'email',
    tags: [],
    text: { subject: null, body: 'The kiln opens on {{openingDay}}.\n\nSee you there.' },
    blanks: [
      {
        name: 'openingDay',
        label: 'Opening day',
        hint: '',
        isRequired: true,
        kind: 'text',
        example: 'Friday',
        maxLength: 500,
      },
    ],
  },
};

test('a template of one’s own is written, used and deleted with a way back', async ({ page, looksRight }) => {
  await aPersonWithoutTrial(page);
  await page.goto('/dashboard/power-ups/templates');
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Kiln news');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('The kiln opens on Friday.');
  await text.press('ArrowLeft');
  for (let letter = 0; letter < 'Friday'.length; letter += 1) await text.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Insert a blank' }).click();
  await page.getByRole('menuitem', { name: 'New: text' }).click();
  const label = page.getByLabel('Label');
  await expect(label).toBeFocused();
  await label.fill('Opening day');
  await label.press('Tab');
  await expect(text).toHaveValue('The kiln opens on {{openingDay}}.');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The kiln opens on Friday.');
  await looksRight('a template that is written');
  await page.getByRole('button', { name: 'Insert a blank' }).click();
  await page.getByRole('menuitem', { name: 'New: number' }).click();
  await expect(text, 'the second goes after the first').toHaveValue('The kiln opens on {{openingDay}}{{number}}.');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByLabel('Label').nth(1), 'the first problem').toBeFocused();
  await page.getByRole('button', { name: /^Remove ?: New blank$/ }).click();
  await expect(text).toHaveValue('The kiln opens on {{openingDay}}.');
  await expect(page.getByRole('heading', { name: /^Blanks/ })).toBeFocused();
  await page.reload();
  await expect(text, 'what isn’t saved survives a reload').toHaveValue('The kiln opens on {{openingDay}}.');
  await page.getByRole('button', { name: 'Save template' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Kiln news' })).toBeVisible();
  const templateId = page.url().split('/').at(-1) ?? '';
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await text.fill('Come on {{openingDay}}.');
  await call(page, 'powerUps.templates.update', { ...elsewhere, templateId });
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Reload it and try again.')).toBeVisible();
  await page.reload();
  await expect(text, 'what isn’t saved outlives a change from elsewhere').toHaveValue('Come on {{openingDay}}.');
  await expect(page.getByText('This template was changed somewhere else.')).toBeVisible();
  await page.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(text).toHaveValue(elsewhere.template.text.body);
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kiln news' })).toBeVisible();
  await page.getByLabel('Opening day').fill('Saturday');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('The kiln opens on Saturday.');
  await page.getByRole('link', { name: 'Templates', exact: true }).first().click();
  await page.getByRole('button', { name: 'More for Kiln news' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Kiln news' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('heading', { name: 'Kiln news' })).toBeVisible();

  const { version: _version, template, folder } = elsewhere;
  const templates = [{ folder, template: { ...template, title: 'Kiln sale' } }];
  const file = {
    name: 'templates.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ tenfold: 'templates', version: 1, templates })),
  };
  const imported = page.getByRole('heading', { name: 'Kiln sale' });
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('A file of templates').setInputFiles(file);
  await expect(imported).toBeVisible();
  await page.getByRole('button', { name: 'More for Kiln sale' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(imported).toBeHidden();
  await page.getByLabel('A file of templates').setInputFiles(file);
  await expect(imported, 'the same file adds it again').toBeVisible();
});
