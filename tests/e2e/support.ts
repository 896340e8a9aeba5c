import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';
import { ownPort, SANDBOX } from './products.ts';
import { TRANSLATION } from './translation.ts';

const anIpAddress = () => ['10', ...Array.from({ length: 3 }, () => randomInt(256))].join('.');

type Check = { colorScheme: 'light' | 'dark'; only?: string[] };
const LIGHT: Check = { colorScheme: 'light' };
// A theme changes nothing but colors, so the second one needs only that rule, and at one size. `npm run test:full` runs all rules.
const DARK: Check = { colorScheme: 'dark', ...(process.env.TEST_FULL ? {} : { only: ['color-contrast'] }) };
const isDarkLeftOut = (isPhone: boolean) => isPhone && !process.env.TEST_FULL;

/** Links that fill their list item, outside of running text, and are too small to tap. */
const SMALL_LINKS = `[...document.querySelectorAll('li > a:only-child')]
  .filter((link) => link.textContent.trim() === link.parentElement.textContent.trim() && !link.closest('.reading, .prose, .md'))
  .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 43.5)
  .map((link) => link.textContent)`;

/** A page whose console has to stay clean, and a check that runs on every screen along the way. */
export const test = base.extend<{ looksRight: (name: string) => Promise<void> }>({
  baseURL: `http://localhost:${ownPort()}`,
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A refused form is a normal answer, and being offline a normal state: Chromium reports both as failed requests. So does React with
      // a script that a journey withholds.
      const isExpected =
        /status of (400|401|402|403|404|409|422|429|503)|net::ERR_INTERNET_DISCONNECTED|dynamically imported module/.test(
          message.text(),
        );
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    // Every test uses its own IP address, because these tests aren't about the hourly limits per address.
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': anIpAddress() });
    if (process.env.TEST_TRANSLATED) await page.addInitScript(TRANSLATION);
    await use(page);
    expect(complaints, 'the console stays clean').toEqual([]);
  },
  looksRight: async ({ page, isMobile }, use) => {
    await use(async (name) => {
      await expect(page.getByRole('heading').first()).toBeVisible();
      for (const { colorScheme, only } of isDarkLeftOut(isMobile) ? [LIGHT] : [LIGHT, DARK]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Describing every element that passed takes a third of the time. No rule in use reads stylesheets, which axe fetches again: offline it
        // complains that it can't.
        const violations = await findViolations(page, {
          resultTypes: ['violations'],
          preload: { assets: ['media'] },
          ...(only ? { runOnly: only } : {}),
        });
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
      expect(await page.evaluate<string[]>(SMALL_LINKS), `${name}: a finger needs 44 px`).toEqual([]);
      if (size) await page.setViewportSize(size);
    });
  },
});

export { expect };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations axe finds in a page. Its script is loaded once per page: that takes half as long as its rules. */
async function findViolations(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate<Result[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`);
}

export async function confirmationLink(request: APIRequestContext, email: string, sandbox = SANDBOX): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const emails = (await (await request.get(`${sandbox}/inbox.json?to=${encodeURIComponent(email)}`)).json()) as {
        links: string[];
      }[]; // reason: the sandbox's documented answer
      link = emails[0]?.links[0];
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

/** Blocks the app of a public page until the returned function is called. */
export const holdApp = (page: Page) => hold(page, /entry-client.*\.js/);

/** Blocks the requests to `url` until the returned function is called. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/**
 * Scrolls down screen by screen until `target` is there, for what loads when it comes into view. A jump to the end passes over what isn't
 * at the end, and ends too early if the page still grows.
 */
export async function scrollDownTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate("window.scrollBy({ top: 0.75 * innerHeight, behavior: 'instant' })");
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

/** Opens the dashboard as someone who is signed in. The form itself has journeys of its own. */
export async function signIn(page: Page, email: string, password = 'tenfold-demo'): Promise<void> {
  const response = await page.request.post('/trpc/auth.signIn', { data: { email, password } });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto('/dashboard');
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

/** The conversations of the open assistant, which are in a sheet on a phone. */
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

/** The text of the newest answer. */
export function lastAnswer(page: Page): Locator {
  return page.getByRole('log').locator('.msg:not(.me) .bubble.md').last();
}

/** The questions in the open conversation, oldest first, including those still waiting. */
export function questions(page: Page): Locator {
  return page.getByRole('log').locator('.msg.me');
}
