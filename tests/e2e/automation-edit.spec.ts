import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Definition } from '#contract/automations/definition.ts';
import { aPerson, call } from './identity.ts';
import { expect, test } from './support.ts';

type Saved = { revision: number; definition: Definition };

async function anAutomation(page: Page, name: string, definition?: Definition): Promise<string> {
  const id = randomUUID();
  await call(page, 'powerUps.automations.create', { id, name, ...(definition && { definition }) });
  return id;
}

async function savedOf(page: Page, automationId: string): Promise<Saved> {
  const input = encodeURIComponent(JSON.stringify({ automationId }));
  const response = await page.request.get(`/trpc/powerUps.automations.get?input=${input}`);
  return ((await response.json()) as { result: { data: Saved } }).result.data; // reason: tRPC's envelope
}

const at = (automationId: string) => `/dashboard/power-ups/automations/${automationId}`;
/** The sentences on the screen, without their numbers and samples. */
const sentences = (page: Page) => page.locator('.flow > li > div > .card > .head > .sent');
const sentence = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text });

async function addStep(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Add a step', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}
const done = (page: Page) => page.getByRole('button', { name: /^Done/ }).click();

test('an automation is built in sentences, mended, undone, saved by itself and turned on', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'editor');
  const automationId = await anAutomation(page, 'Untitled');
  await page.goto(at(automationId));
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Morning post');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Morning post');
  await expect(page).toHaveTitle('Morning post · Tenfold');

  await sentence(page, /When I press/).press('Enter');
  await page.getByLabel('What starts it').selectOption('A schedule');
  await page.getByLabel('Time zone').selectOption('Berlin');
  await expect(sentence(page, /Every weekday at 8:00, ?Europe\/Berlin/)).toBeVisible();
  await expect(page.getByText(/^Next runs: .* at 8:00$/)).toBeVisible();
  await done(page);

  await addStep(page, /^Ask a teammate/);
  const prompt = page.getByRole('textbox', { name: 'What to ask' });
  await expect(prompt).toBeFocused();
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Soshie, Social Media Expert' });
  await prompt.focus();
  await page.keyboard.type('Draft one post from ');
  await page.getByRole('button', { name: /^Add Yesterday’s conversations/ }).click();
  await expect(prompt.locator('.val')).toHaveText(/^Yesterday’s conversations/);
  await expect(prompt).toBeFocused();
  await page.keyboard.type('. Forty words at most.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('No hashtags.');
  await looksRight('an open step');
  await done(page);
  await expect(sentence(page, /Ask Soshie to draft one post from yesterday’s conversations/)).toBeFocused();

  await addStep(page, /^Ask me to approve/);
  await done(page);
  await addStep(page, /^Put it into a conversation/);
  await done(page);
  await addStep(page, /^Send an email/);
  await page.getByLabel('To', { exact: true }).selectOption('Another address…');
  await page.getByLabel('Address').fill('jonas@fernandkiln.example');
  await done(page);

  await expect(page.getByText('This address isn’t confirmed yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'one thing in step 5' })).toBeVisible();
  await looksRight('an automation with a problem');
  await page.getByRole('button', { name: /^Use editor-/ }).click();
  const email = sentence(page, /Email Morning post to me/);
  await expect(email).toBeFocused();
  await expect(page.getByText('This address isn’t confirmed yet.')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('This address isn’t confirmed yet.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.getByText('This address isn’t confirmed yet.')).toBeHidden();

  await email.focus();
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(`Alt+${key}`);
  await expect(page.getByText('This uses a value that no earlier step has.')).toBeVisible();
  await expect(email).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(`Alt+${key}`);
  await expect(page.getByText('This uses a value that no earlier step has.')).toBeHidden();
  await page.getByRole('button', { name: 'More for step 4' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(sentences(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();

  const oneAtATime = page.getByRole('switch', { name: 'One run at a time' });
  await oneAtATime.press('Space');
  await expect(oneAtATime).toBeChecked();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(oneAtATime).not.toBeChecked();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(oneAtATime).toBeChecked();

  const built = [
    /Every weekday/,
    /Ask Soshie/,
    /Ask me to approve Answer/,
    /Put Approved text into/,
    /Email Morning post/,
  ];
  await expect(sentences(page)).toHaveText(built);
  await expect(page.getByText('Saved just now')).toBeVisible();
  await page.reload();
  await expect(sentences(page)).toHaveText(built);
  await expect(oneAtATime).toBeChecked();
  const { definition, revision } = await savedOf(page, automationId);
  expect(definition.steps[0]).toMatchObject({
    assistantId: 'soshie',
    prompt: 'Draft one post from {{run.yesterdays_chats}}. Forty words at most.\nNo hashtags.',
  });

  await page.getByRole('switch', { name: 'Run on schedule' }).click();
  await expect(page.getByText('Version 1 is running.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('On');
  const changed = { ...definition, steps: definition.steps.slice(0, 3) };
  const { name, description } = { name: 'Morning post', description: '' };
  await call(page, 'powerUps.automations.saveDraft', {
    automationId,
    revision,
    name,
    description,
    definition: changed,
  });
  await page.getByRole('button', { name: 'Add a description' }).click();
  await page.keyboard.type('From yesterday’s chats.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This automation was changed somewhere else.')).toBeVisible();
  await looksRight('a change from somewhere else');
  await page.getByRole('button', { name: 'Keep mine instead' }).click();
  await expect(page.getByText('Saved just now')).toBeVisible();
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByText('Version 2 is running.')).toBeVisible();
  await expect(sentences(page)).toHaveText(built);

  await page.goto(at(randomUUID()));
  await expect(page.getByText('This automation isn’t here anymore.')).toBeVisible();
});

test('the secret of an address is shown once, and a template that isn’t there is a problem', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'hook');
  const automationId = await anAutomation(page, 'Orders', {
    trigger: { kind: 'webhook', check: 'secret' },
    steps: [{ kind: 'template', id: 's1', templateId: 'gone', values: {} }],
  });
  await page.goto(at(automationId));
  await expect(page.getByText('This template isn’t here anymore.')).toBeVisible();
  await page.getByRole('button', { name: 'Fix it' }).click();
  await expect(page.getByLabel('Template', { exact: true })).toHaveAccessibleDescription(
    'This template isn’t here anymore.',
  );
  await looksRight('a template that is gone');
  await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Weekly question' });
  await expect(page.getByText('This template isn’t here anymore.')).toBeHidden();
  await done(page);

  await sentence(page, /When its web address is called/).click();
  await page.getByRole('button', { name: 'Create its address' }).click();
  const secret = page.locator('.copied code').nth(1);
  const first = await secret.textContent();
  await looksRight('a secret that is shown once');
  await page.reload();
  await sentence(page, /When its web address is called/).click();
  await expect(page.getByText('Shown once. Make a new one if you lost it.')).toBeVisible();
  await page.getByRole('button', { name: 'New address and secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a new address and secret?' });
  await expect(dialog).toContainText('stop working right away');
  await dialog.getByRole('button', { name: 'Make new ones' }).click();
  await expect(page.getByRole('button', { name: 'Copy its secret' })).toBeFocused();
  await expect(secret).not.toHaveText(first ?? '');
});

const FLOW: Definition = {
  trigger: { kind: 'manual', form: [] },
  steps: [
    {
      kind: 'ask',
      id: 's1',
      assistantId: 'soshie',
      prompt: 'List five ideas for {{run.next_date}}',
      parts: [{ name: 'ideas', label: 'Ideas', kind: 'list' }],
    },
    {
      kind: 'condition',
      id: 's2',
      value: 's1.ideas',
      test: 'is_not_empty',
      than: '',
      then: [{ kind: 'loop', id: 's3', over: 's1.ideas', max: 5, steps: [] }],
      otherwise: [],
      stops: true,
    },
  ],
};

test('steps inside a list are added with a thumb @phone', async ({ page, looksRight }) => {
  await aPerson(page, 'editor-phone');
  await page.goto(at(await anAutomation(page, 'Five ideas', FLOW)));
  await expect(page.getByText('Add at least one step for each item.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a step for each item, in step 3.1' }).click();
  await page.getByRole('menuitem', { name: /^Notify me/ }).click();
  const text = page.getByRole('textbox', { name: 'What the notification says' });
  await expect(text).toBeFocused();
  await page.keyboard.type(' for ');
  await page.getByRole('button', { name: 'Add a value to: What the notification says' }).click();
  await page.getByRole('menuitem', { name: /^Day of the run/ }).click();
  await expect(text.locator('.val')).toHaveText([/^Item/, /^Day of the run/]);
  await page.keyboard.press('Backspace');
  await expect(text.locator('.val'), 'a value goes as a whole').toHaveText([/^Item/]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(text.locator('.val')).toHaveCount(2);
  await looksRight('a step inside a loop');
  await done(page);
  await expect(page.getByText('Add at least one step for each item.')).toBeHidden();
  await expect(page.getByText('Saved just now')).toBeVisible();
});
