import { confirmationLink, expect, signIn, goTo, test } from './support.ts';

test('from the landing page to a streamed answer that is still there tomorrow @phone', async ({
  page,
  request,
  looksRight,
}, { project }) => {
  // Fifteen states are looked at on the way.
  test.setTimeout(120_000);
  const email = `maya-${project.name}@fernandkiln.example`;
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ten teammates, ten times the reach.');
  await looksRight('landing');
  await page.getByRole('link', { name: 'Start Pro Free Trial' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Pro Plan');
  await looksRight('sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('on the lists attackers try first').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('forty warm bowls');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible();

  await page.goto(await confirmationLink(request, email));
  await looksRight('confirmation');
  await page.getByRole('button', { name: 'Confirm my email' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your plan');
  const trial = page.getByRole('region', { name: 'Your trial' });
  await expect(trial).toContainText('Your free trial has started. No card required.');
  await looksRight('checkout in a trial');
  await trial.getByRole('link', { name: 'Start with your team' }).click();
  await expect(page).toHaveURL(/\/onboarding/);
  await looksRight('onboarding, step 1');
  const next = page.getByRole('button', { name: 'Continue' });
  await expect(next).toBeDisabled();
  await expect(next).toHaveAccessibleDescription('To continue, choose a kind of business.');
  await page.getByLabel('Your name').fill('Maya Lindqvist');
  await page.getByLabel(/Business name/).fill('Fern & Kiln');
  await page.getByRole('radio', { name: /E-commerce/ }).check({ force: true });
  await page.reload();
  await expect(page.getByLabel(/Business name/)).toHaveValue('Fern & Kiln');
  await next.click();
  await expect(page.getByRole('button', { name: 'Complete Setup' })).toBeDisabled();
  await page.getByRole('checkbox', { name: /Increase sales/ }).check({ force: true });
  await looksRight('onboarding, step 2');
  await page.getByRole('button', { name: 'Complete Setup' }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first hour with the team.');
  await expect(page.getByText('7 days left in your free trial')).toBeVisible();
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await looksRight('home');

  await goTo(page, /Brain AI/);
  await expect(page.getByText('Start a conversation by typing a message below.')).toBeVisible();
  await looksRight('empty chat');
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('What should we do');
  await box.press('Shift+Enter');
  await box.pressSequentially('first this week?');
  await box.press('Enter');
  await expect(box).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  const answer = page.getByRole('log').getByText(/Sandbox answer/);
  await expect(answer).toBeVisible();
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible({ timeout: 30_000 });
  await expect(box).toBeEnabled();
  await expect(page.getByRole('log')).toContainText('Fern & Kiln');
  await looksRight('answered chat');

  const words = await page.getByRole('log').innerText();
  await page.reload();
  await expect(page.getByRole('log')).toContainText('Sandbox answer');
  await expect.poll(() => page.getByRole('log').innerText()).toBe(words);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Signed out')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth/);
});

test('a reload mid-answer loses nothing, and Stop works afterwards', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await goTo(page, /Finny/);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Why was March slower than February?');
  await box.press('Enter');
  await expect(page.getByRole('log').getByText(/Sandbox answer/)).toBeVisible();
  await expect(page).toHaveURL(/[?&]c=/);
  await page.reload();
  await expect(page.getByRole('log').getByText(/Sandbox answer/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(box).toBeEnabled();
});

test('a free account meets locked teammates and the upgrade dialog @phone', async ({ page, looksRight }) => {
  await signIn(page, 'free@tenfold.test');
  await goTo(page, /Seomi.*Upgrade to unlock/s);
  await expect(page.getByText('Seomi is Locked')).toBeVisible();
  await expect(page.getByText('Available with Starter plan and above')).toBeVisible();
  await looksRight('locked');
  await page.getByRole('button', { name: 'Upgrade to Access Seomi' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlock Seomi' });
  await expect(dialog).toBeVisible();
  await looksRight('upgrade dialog');
  await dialog.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/dashboard/soshie');
  await page.getByRole('button', { name: 'Upgrade to Access Soshie' }).click();
  const offers = page.getByRole('dialog', { name: 'Unlock Soshie' }).getByRole('article');
  await expect(offers).toHaveText([/^Pro.*\$59\.00 due today/, /^Ultimate.*\$97\.00 due today/]);
  await page.goto('/dashboard/billing');
  await expect(page.getByText('0 of 50')).toBeVisible();
  await looksRight('billing');
});

test('at the limit the message stays in the box, and the limit is announced once and covers nothing @phone', async ({
  page,
}) => {
  await signIn(page, 'limit@tenfold.test');
  await goTo(page, /Brain AI/);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('One more, please');
  await box.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Usage Limit Reached' });
  await expect(dialog).toContainText("You've reached your Free plan limit of 50 messages this month.");
  await expect(page.getByText('Usage Limit Reached')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Usage Limit Reached')).toHaveCount(0);
  await expect(box).toHaveValue('One more, please');
  await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
});

test('a deleted conversation comes back with Undo', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await goTo(page, /Emmie/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const history = page.getByRole('button', { name: 'Conversations' });
  if (await history.isVisible()) await history.click();
  const item = page.getByRole('link', { name: /Kiln opening invitation/ });
  await page.getByRole('button', { name: 'Options for Kiln opening invitation' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(item).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(item).toBeVisible();
});

test('an unknown path gets its own page, with status 404', async ({ page, looksRight }) => {
  const response = await page.request.get('/no-such-page');
  expect(response.status()).toBe(404);
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await looksRight('not found');
});

for (const path of ['/privacy', '/terms', '/security']) {
  test(`${path} reads well @phone`, async ({ page, looksRight }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await looksRight(path);
  });
}
