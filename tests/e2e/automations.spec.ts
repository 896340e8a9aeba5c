import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { anAutomation, aRun, LIST, NOTIFY, type Steps } from './automations.ts';
import { aPerson, aPersonWithoutTrial } from './identity.ts';
import { expect, goTo, test } from './support.ts';

test('automations are switched within the plan, paused together, and deleted with a way back', async ({
  page,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await page.goto('/dashboard');
  await goTo(page, /^Automations/);
  const summary = page.getByRole('main').locator('dl.ledger');
  await expect(summary).toContainText('1,714');
  await expect(summary).toContainText('89%');
  await page.getByRole('switch', { name: 'Welcome new subscribers' }).click();
  await expect(page.getByText('This is a sample, so it never runs')).toBeVisible();
  await looksRight('automations of a new account');
  const sales = page.getByRole('button', { name: 'Sales' });
  await sales.click();
  await expect(page).toHaveURL(/\?category=sales$/);
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await expect(page).toHaveTitle('Runs · Tenfold');
  await page.goBack();
  await expect(sales).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveTitle('Automations · Tenfold');
  await page.reload();
  await expect(sales).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: new RegExp(`^${AUTOMATION_TEXTS.useTemplate}.*Quote chaser$`) }).click();
  await expect(page.getByRole('dialog', { name: 'Unlock Milli' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove samples' }).click();
  await expect(page.getByText('No automations yet')).toBeVisible();

  await page.getByRole('button', { name: AUTOMATION_TEXTS.create }).click();
  await expect(page.getByText(AUTOMATION_TEXTS.created.title)).toBeVisible();
  await anAutomation(page, 'Evening');
  await anAutomation(page, 'Morning');
  await page.goto(LIST);
  const morning = page.getByRole('switch', { name: 'Morning' });
  await morning.click();
  await expect(page.getByText('1 of 1 active.')).toBeVisible();
  await page.getByRole('switch', { name: 'Evening' }).click();
  await expect(page.getByRole('dialog', { name: USAGE_LIMIT_TITLE })).toContainText('1 active automation');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('switch', { name: 'Evening' })).not.toBeChecked();
  await expect(page.getByRole('region', { name: USAGE_LIMIT_TITLE })).toContainText('Free has room for 1');
  await page.getByRole('button', { name: 'Pause everything' }).click();
  await expect(page.getByRole('region', { name: 'Everything is paused' })).toBeVisible();
  await looksRight('automations at the limit, all paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('region', { name: 'Everything is paused' })).toBeHidden();

  await page.getByRole('button', { name: 'More for Morning' }).click();
  await page.getByRole('menuitem', { name: AUTOMATION_TEXTS.delete }).click();
  await expect(morning).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(morning).toBeVisible();
  await page.getByRole('button', { name: 'More for Evening' }).click();
  await page.getByRole('menuitem', { name: AUTOMATION_TEXTS.analytics }).click();
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rehearse' })).toBeVisible();
});

const POST = 'The big bowl is back in moss. We need three weeks.';
const ASKS: Steps = [
  {
    kind: 'approve',
    id: 's1a',
    title: 'Post for today',
    text: POST,
    deadline: { kind: 'hours', hours: 2 },
    ifLate: 'skip',
  },
  ...NOTIFY.map((step) => ({ ...step, id: 's2a' })),
];
const FAILS: Steps = [
  { kind: 'ask', id: 's1a', assistantId: 'soshie', prompt: '[sandbox: 401] Write a post.', parts: [] },
];

test('a run is looked into and retried, and a question is answered and taken back @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'runs');
  const [failing] = await Promise.all([aRun(page, 'Broken post', FAILS), aRun(page, 'Morning post', ASKS)]);
  await page.goto(`${LIST}/runs`);
  await page.getByRole('link', { name: /Broken post.*Failed/ }).click();
  await expect(page.getByRole('heading', { name: 'Soshie couldn’t answer' })).toBeVisible();
  await expect(page).toHaveTitle('Run of Broken post · Tenfold');
  await page.getByText('Details for support').click();
  await expect(page.getByText(failing.runId)).toBeVisible();
  await looksRight('a failed run');
  await page.getByRole('button', { name: 'Retry from here' }).click();
  await expect(page.getByText('2 attempts')).toBeVisible();

  await goTo(page, /^Automations/);
  await page.getByRole('link', { name: /^Approvals/ }).click();
  await expect(page).toHaveTitle('Approvals · Tenfold');
  const card = page.getByRole('article', { name: 'Post for today' });
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Your version').fill(POST.replace('three', 'two'));
  await expect(card.locator('ins')).toHaveText('two');
  await looksRight('an approval that is edited');
  await card.getByRole('button', { name: 'Approve my version' }).click();
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.getByRole('button', { name: 'Refuse' }).click();
  await page.getByLabel('Why not? (optional)').fill('Not today.');
  await card.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('“Not today.”')).toBeVisible();
  await looksRight('nothing to approve');

  await page.goto(`${LIST}/${failing.automationId}/runs`);
  await expect(page.getByRole('radio', { name: /1 failed/ })).toBeChecked();
  await expect(page).toHaveTitle('Analytics of Broken post · Tenfold');
  await page.getByLabel('Minutes for each run').fill('8');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('0 minutes')).toBeVisible();
  await looksRight('the figures of an automation');
});
