import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { REHEARSALS_PER_DAY } from '#contract/automations/automation-limits.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { REHEARSALS_USED_UP } from '#contract/automations/rehearsal-texts.ts';
import type { Schedule } from '#contract/automations/schedules.ts';
import { aPerson, call } from './identity.ts';
import { expect, test } from './support.ts';

const IN_THREE_DAYS = new Date(Date.now() + 3 * 86_400_000);
/**
 * Two runs in the next 14 days whatever day it is today, so two answers are written, at the pace of a person. A day of
 * the week that is today's has one run if its time has passed.
 */
const WEEKLY: Schedule = { every: 'week', weekdays: [IN_THREE_DAYS.getUTCDay()], time: '08:00' };
/** A post that is only sent if it is judged this way. */
const aPost = (schedule: Schedule, judged: 'Yes' | 'No'): Definition => ({
  trigger: { kind: 'schedule', schedule, timeZone: 'UTC', missed: 'run_once' },
  steps: [
    {
      kind: 'ask',
      id: 's1',
      assistantId: 'soshie',
      prompt: 'Write one post about our large bowls.',
      parts: [
        { name: 'post', label: 'Post', kind: 'text' },
        { name: 'worth', label: 'Worth posting', kind: 'yes_no' },
      ],
    },
    { kind: 'condition', id: 's2', value: 's1.worth', test: 'is', than: judged, then: [], otherwise: [], stops: true },
    { kind: 'post', id: 's3', assistantId: 'soshie', text: '{{s1.post}}' },
    { kind: 'email', id: 's4', to: 'me', subject: 'The post of today', body: '{{s1.post}}' },
  ],
});

async function anAutomation(page: Page, definition: Definition): Promise<string> {
  const id = randomUUID();
  await call(page, 'powerUps.automations.create', { id, name: 'Morning post', definition });
  return id;
}
const at = (automationId: string) => `/dashboard/power-ups/automations/${automationId}/rehearsal`;
const save = (page: Page, automationId: string, revision: number, definition: Definition) =>
  call(page, 'powerUps.automations.saveDraft', {
    automationId,
    revision,
    name: 'Morning post',
    description: '',
    definition,
  });
const rehearsed = (page: Page) => expect(page.getByText(/^Rehearsed .* left\./)).toBeVisible({ timeout: 15_000 });

test('an automation is rehearsed, turned on, changed and rehearsed again, until none is left', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'rehearsal');
  const automationId = await anAutomation(page, aPost(WEEKLY, 'Yes'));
  await page.goto(at(automationId));
  await expect(page.getByText('Only a rehearsal. Nothing was sent, saved, or charged.')).toBeVisible();
  await rehearsed(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The next 14 days, rehearsed');
  await expect(
    page.getByText(/^Only a rehearsal.* Soshie wrote these texts, so the real ones will read/),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Calendar' }).getByRole('listitem')).toHaveCount(14);
  await expect(page.getByText('Worth posting: Yes, so it continues.').first()).toBeVisible();
  await expect(page.getByText(/“The post of today” would be sent to you/).first()).toBeVisible();
  const last = page.locator('details').last();
  await last.locator('summary').click();
  await expect(last.getByText('Soshie would write this.')).toBeVisible();
  await looksRight('a rehearsal');

  await page.getByRole('button', { name: 'Turn it on' }).click();
  await expect(page.getByText('What “Morning post” would do with its current steps.')).toBeVisible();

  await save(page, automationId, 1, aPost(WEEKLY, 'No'));
  await page.reload();
  await rehearsed(page);
  await expect(page.getByText('Would stop at step 3').first()).toBeVisible();
  await expect(page.getByText('Nothing sent').first()).toBeVisible();
  await page.getByRole('button', { name: 'Use these changes' }).click();
  await expect(page.getByText('Your changes are in use')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use these changes' })).toHaveCount(0);

  for (let more = 2; more < REHEARSALS_PER_DAY; more += 1)
    await call(page, 'powerUps.automations.startRehearsal', { id: randomUUID(), automationId });
  await save(page, automationId, 2, aPost(WEEKLY, 'Yes'));
  await page.reload();
  await expect(page.getByText(`The steps have changed since this rehearsal. ${REHEARSALS_USED_UP}`)).toBeVisible({
    timeout: 15_000,
  });
  await looksRight('no rehearsal left');
});

test('with a thumb, two weeks are two rows, and the way on stays in reach @phone', async ({
  page,
  isMobile,
  looksRight,
}) => {
  await aPerson(page, 'rehearsal-phone');
  const never = await anAutomation(page, aPost({ every: 'year', month: 2, day: 29, time: '08:00' }, 'Yes'));
  await page.goto(at(never));
  await expect(page.getByText('Nothing runs in the next 14 days')).toBeVisible({ timeout: 15_000 });
  const automationId = await anAutomation(page, aPost(WEEKLY, 'Yes'));
  await page.goto(at(automationId));
  await rehearsed(page);
  const days = page.getByRole('region', { name: 'Calendar' }).getByRole('listitem');
  const [first, eighth] = [await days.nth(0).boundingBox(), await days.nth(7).boundingBox()];
  expect(eighth?.x === first?.x).toBe(isMobile);
  await expect(page.getByRole('button', { name: 'Turn it on' })).toBeInViewport();
  await looksRight('a rehearsal on a phone');
  await page.getByRole('link', { name: isMobile ? 'Steps' : 'Back to the steps', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Morning post');
});
