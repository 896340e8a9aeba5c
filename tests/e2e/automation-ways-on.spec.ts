import type { Page } from '@playwright/test';
import { AFTER_DEADLINE } from '#contract/automations/automation-texts.ts';
import { anAutomation, aRun, LIST, type Steps } from './automations.ts';
import { aPerson, aPersonWithoutTrial, call, lastMessage } from './identity.ts';
import { buy } from './pay.ts';
import { expect, test } from './support.ts';

const POST = 'The big bowl is back in moss.';
const STEPS: Steps = [
  { kind: 'ask', id: 's1a', assistantId: 'soshie', prompt: '[sandbox: 401] Write a post.', parts: [] },
  {
    kind: 'approve',
    id: 's2a',
    title: 'Post for today',
    text: `${POST}\n{{s1a.answer}}`,
    deadline: { kind: 'hours', hours: 2 },
    ifLate: 'skip',
  },
  { kind: 'email', id: 's3a', to: 'me', subject: 'Ready to post', body: '{{s2a.text}}' },
];

/** The link to an approval in the newest email to an address. */
async function approvalLink(page: Page, to: string): Promise<string> {
  const link = async () => (await lastMessage(page, to)).links.find((url) => url.includes('/automations/approval?'));
  await expect.poll(link).toBeDefined();
  return (await link()) ?? '';
}

test('a run that failed is mended and retried, its question is answered from the email, and it is done', async ({
  page,
  looksRight,
}) => {
  const address = await aPerson(page, 'ways-on');
  const { runId } = await aRun(page, 'Morning post', STEPS);
  await page.goto(`${LIST}/runs/${runId}`);
  await page.getByRole('link', { name: 'Change this step' }).click();
  const prompt = page.getByRole('textbox', { name: 'What to ask' });
  await prompt.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Write a post.');
  await page.getByRole('button', { name: /^Done/ }).click();
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByText('Version 2 is running.')).toBeVisible();
  await page.goto(`${LIST}/runs/${runId}`);
  await page.getByRole('button', { name: 'Retry from here' }).click();
  await expect(page.getByRole('link', { name: 'Answer it' })).toBeVisible();

  const link = await approvalLink(page, address);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post for today');
  await expect(page.getByText(POST)).toBeVisible();
  await expect(page.getByText(AFTER_DEADLINE.skip)).toBeVisible();
  await looksRight('an approval opened from its email');
  await page.goto(link);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('You approved this from the email')).toBeVisible();
  await looksRight('an approval that was answered');

  await page.goto(`${LIST}/runs/${runId}`);
  await expect(page.getByText('Everything is done.').first()).toBeVisible({ timeout: 20_000 });
  expect((await lastMessage(page, address)).text).toContain(POST);
});

test('after a downgrade, the newest automations are paused, and their owner chooses which stay on @phone', async ({
  page,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await buy(page, 'starter_monthly', /4242/);
  for (const name of ['Morning', 'Noon', 'Evening']) {
    const automationId = await anAutomation(page, name);
    await call(page, 'powerUps.automations.setOn', { automationId, isOn: true });
  }
  await call(page, 'billing.requestRefund');
  await page.goto(LIST);
  const notice = page.getByRole('region', { name: 'Your plan has room for fewer' });
  await expect(notice).toContainText('Your plan has room for 1 active automation.');
  await expect(notice).toContainText('The newest 2 are paused. Nothing was deleted, and you choose which stay on.');
  const isOn = async (...expected: boolean[]) => {
    for (const [place, name] of ['Morning', 'Noon', 'Evening'].entries())
      await expect(page.getByRole('switch', { name })).toBeChecked({ checked: expected[place] ?? false });
  };
  await isOn(true, false, false);
  await looksRight('automations after a downgrade');
  await notice.getByRole('button', { name: 'Choose which stay on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which ones stay on?' });
  await expect(dialog.getByRole('checkbox', { name: 'Evening' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Morning' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Evening' }).check();
  await expect(dialog.getByText('1 of 1 chosen')).toBeVisible();
  await looksRight('which automations stay on');
  await dialog.getByRole('button', { name: 'Keep these on' }).click();
  await expect(dialog).toBeHidden();
  await isOn(false, false, true);
});
