import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';

const SANDBOX = 'http://127.0.0.1:4311';
const anIpAddress = () => ['10', ...Array.from({ length: 3 }, () => randomInt(256))].join('.');

/** A page whose console has to stay clean, and a check to be made on every screen on the way. */
export const test = base.extend<{ looksRight: (name: string) => Promise<void> }>({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A refused form is an answer, and being offline a state: Chromium reports both as failed requests.
      const isExpected = /status of (400|401|402|403|404|409|422|429|503)|net::ERR_INTERNET_DISCONNECTED/.test(
        message.text(),
      );
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    // Every test comes from an address of its own: what one address may do in an hour is not what these tests are about.
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': anIpAddress() });
    await use(page);
    expect(complaints, 'the console stays clean').toEqual([]);
  },
  looksRight: async ({ page }, use) => {
    await use(async (name) => {
      await expect(page.getByRole('heading').first()).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target)]),
          `${name}, ${colorScheme}: no axe violation`,
        ).toEqual([]);
      }
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: size?.height ?? 800 });
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name}: no sideways scroll at 320 px`).toBeLessThanOrEqual(0);
      if (size) await page.setViewportSize(size);
    });
  },
});

export { expect };

export async function confirmationLink(request: APIRequestContext, email: string, sandbox = SANDBOX): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = (await (await request.get(`${sandbox}/inbox.json?to=${encodeURIComponent(email)}`)).json()) as {
        links: string[];
      }[]; // reason: the sandbox's documented answer
      link = mails[0]?.links[0];
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

/** Keeps the app of a public page away until the returned function is called. */
export async function holdApp(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/entry-client.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

export async function signIn(page: Page, email: string, password = 'tenfold-demo'): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** The sidebar, which is a sheet on a phone. */
export async function goTo(page: Page, name: RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const burger = page.getByRole('button', { name: 'Open sidebar' });
  if (await burger.isVisible()) {
    await burger.click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
  } else {
    await page.getByRole('complementary').getByRole('link', { name }).click();
  }
}

/** The conversations of the open assistant, which are a sheet on a phone. */
export async function openConversations(page: Page): Promise<void> {
  const history = page.getByRole('button', { name: 'Conversations' });
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  if (await history.isVisible()) await history.click();
}

export async function ask(page: Page, question: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(question);
  await box.press('Enter');
}

/** The words of the newest answer. */
export function lastAnswer(page: Page): Locator {
  return page.getByRole('log').locator('.msg:not(.me) .bubble.md').last();
}

/** What was asked in the open conversation, oldest first, with what still waits. */
export function questions(page: Page): Locator {
  return page.getByRole('log').locator('.msg.me');
}
