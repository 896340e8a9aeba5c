import type { BrowserContext, Page } from '@playwright/test';
import { aPerson, giveCredentials, PASSWORD } from './identity.ts';
import { expect, test } from './support.ts';

const DRAFT = 'Our secret discount for the spring sale';
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const asksAboutOthers = (page: Page) => page.getByRole('dialog', { name: 'Someone else has unsent work here' });

/** The keys and texts of everything that this browser and this tab keep. */
const kept = (page: Page) =>
  page.evaluate<string>('JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])');

/** Maya writes a message without sending it, and has a second tab open. */
async function leavesADraft(page: Page, context: BrowserContext): Promise<{ email: string; tab: Page }> {
  const email = await aPerson(page, 'shared');
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/dashboard/emmie');
  await box(page).fill(DRAFT);
  await expect.poll(() => kept(page)).toContain(DRAFT);
  const tab = await context.newPage();
  await tab.goto('/dashboard/settings/sign-in');
  await expect(tab.getByText(email).first()).toBeVisible();
  return { email, tab };
}

/** Goes back to where her pages were. */
async function backShowsNothingOf(page: Page, email: string): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(page.getByText(DRAFT)).toHaveCount(0);
  const typed = page.getByRole('textbox');
  for (const one of await typed.all()) await expect(one).not.toHaveValue(DRAFT);
}

test.describe('at a shared computer', () => {
  test('signing out everywhere from a phone leaves nothing at the shared computer: on the screen, in other tabs or behind Back @phone', async ({
    page,
    context,
    browser,
  }) => {
    const { email, tab } = await leavesADraft(page, context);
    const phone = await browser.newContext();
    const { request } = phone;
    const signedIn = await request.post('/trpc/auth.signIn', { data: { email, password: PASSWORD } });
    expect(signedIn.ok(), await signedIn.text()).toBe(true);
    expect((await request.post('/trpc/account.signOutEverywhere', { data: {} })).ok()).toBe(true);
    await phone.close();

    // Nobody touches anything here.
    for (const open of [page, tab]) await expect(open).toHaveURL(/:\d+\/(?:auth.*)?$/, { timeout: 15_000 });
    await expect.poll(() => kept(page)).not.toContain('draft');
    expect(await kept(page)).not.toContain(DRAFT);
    await backShowsNothingOf(page, email);
  });

  test('someone whose session ran out finds their draft again; whoever else signs in is asked before it is deleted', async ({
    page,
    context,
    browser,
    looksRight,
  }) => {
    const guest = await browser.newContext();
    const guestPage = await guest.newPage();
    const tomas = await aPerson(guestPage, 'next');
    await guest.close();
    const { email, tab } = await leavesADraft(page, context);
    await context.clearCookies();
    await page.reload();
    await expect(page).toHaveURL(/\/auth/);
    await giveCredentials(page, tomas);
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(asksAboutOthers(page)).toBeVisible();
    await looksRight('someone else’s unsent work');
    await expect(page.getByText(DRAFT)).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out and keep it' }).click();
    await expect(page).toHaveURL(/\/$/);

    await page.goto('/auth?redirect=/dashboard/emmie');
    await giveCredentials(page, email);
    await expect(box(page)).toHaveValue(DRAFT);
    await context.clearCookies();
    await page.goto('/auth');
    await giveCredentials(page, tomas);
    await expect(page).toHaveURL(/\/dashboard/);
    await page.getByRole('button', { name: 'Delete and continue' }).click();
    await expect(asksAboutOthers(page)).toBeHidden();
    expect(await kept(page)).not.toContain(DRAFT);
    await expect(tab.getByText(email)).toHaveCount(0);
    await backShowsNothingOf(page, email);
  });
});
