import { expect as expectOn, type Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { DEMO, DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { openBrowser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { signIn } from './support/person.ts';
import { startWorld } from './support/world.ts';

const QUESTION = 'What should we do first this week?';
const BEGINNING = 'no model is connected';

async function askOnScreen(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectOn(page).toHaveURL(/\/dashboard$/);
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /Brain AI/ })
    .click();
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(QUESTION);
  await box.press('Enter');
}

const words = (shown: string) => shown.replace(/\s+/g, ' ').trim();

test('a page open while the server is killed keeps what it showed, and Continue completes the answer', async () => {
  await using world = await startWorld({ on: 'embedded' });
  const { port } = world.process(0);
  await using browser = await openBrowser(`http://localhost:${port}`);
  const { page, complaints } = browser;
  await askOnScreen(page);
  const log = page.getByRole('log');
  const answer = async () => {
    const shown = words(await log.innerText());
    return shown.slice(shown.indexOf(BEGINNING));
  };
  await expectOn(log).toContainText(BEGINNING, { timeout: 15_000 });
  await eventually('a good part of it is shown', async () => (await answer()).length > 200, { withinMs: 15_000 });

  world.process(0).signal('SIGKILL');
  await world.process(0).exited;
  const shown = (await answer()).slice(0, 200);
  const goOn = page.getByRole('button', { name: 'Continue', exact: true });
  await world.begin(0);
  let hasForgotten = false;
  await eventually(
    'the screen says that the answer was cut off',
    async () => {
      hasForgotten ||= !(await answer()).includes(shown);
      return goOn.isVisible();
    },
    { withinMs: 15_000 },
  );
  expect(hasForgotten, 'the screen keeps what it showed all along').toBe(false);
  await expectOn(page.getByRole('button', { name: 'Try Again', exact: true })).toBeVisible();

  await goOn.click();
  await expectOn(goOn).toBeHidden();
  await expectOn(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 40_000 });
  await expectOn(page.getByRole('button', { name: 'Good answer' })).toBeVisible();
  expect(await answer()).toContain(shown);

  const maya = await signIn(world.process(0), DEMO.email);
  const conversationId = new URL(page.url()).searchParams.get('c') ?? '';
  const statuses = await eventually(
    'the answer is whole',
    async () => {
      const { messages } = await maya.at(world.process(0)).chat.messages.query({ conversationId });
      return messages.at(-1)?.status !== 'streaming' && messages.map(({ role, status }) => [role, status]);
    },
    { withinMs: 40_000 },
  );
  expect(statuses).toEqual([
    ['user', 'complete'],
    ['assistant', 'complete'],
  ]);
  expect(complaints).toEqual([]);
});
