import { setTimeout as wait } from 'node:timers/promises';
import { PlainError } from './messages.mjs';

/** A page that has asked for no script for this long, idle callbacks included, has asked for all of them. */
const QUIET_MS = 1_000;
const TIMEOUT_MS = 30_000;
/** How long a page may be busy before its idle callbacks run anyway. */
const IDLE_WITHIN_MS = 5_000;
/** Parts load when they come into view, so the window is as big as a large screen. */
const WINDOW = { width: 2560, height: 1600 };

/** Waits until the page is idle and asks for nothing more. `asked` counts the scripts so far. */
async function settle(page, asked) {
  for (let before = -1; before !== asked();) {
    before = asked();
    await page.waitForLoadState('networkidle', { timeout: TIMEOUT_MS });
    // Without a limit, a page that the browser doesn't draw at the moment may wait forever.
    await page.evaluate(
      (timeout) => new Promise((resolve) => globalThis.requestIdleCallback(resolve, { timeout })),
      IDLE_WITHIN_MS,
    );
    await wait(QUIET_MS);
  }
}

/**
 * Opens a page with an empty cache, touches nothing, and returns the kilobytes of script it loads on its own, as sent: with the page,
 * after it, and while it is idle.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ url: string, storageState?: object }} page the cookies decide who is signed in
 */
export async function scriptsOfUntouchedPage(browser, { url, storageState }) {
  const context = await browser.newContext({ storageState, viewport: WINDOW });
  try {
    const page = await context.newPage();
    const loading = [];
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.endsWith('.js')) return;
      // The browser doesn't always report the end of a script that it preloaded, so the size is read from the response's headers.
      loading.push(request.response().then((response) => Number(response?.headers()['content-length'])));
    });
    await page.goto(url);
    await settle(page, () => loading.length);
    const shown = new URL(page.url()).pathname;
    if (shown !== new URL(url).pathname) throw new PlainError(`${url} led to ${shown}, so it wasn't measured.`);
    const sizes = await Promise.all(loading);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (!(bytes >= 0)) throw new PlainError(`A script of ${url} came without its size, so the page wasn't measured.`);
    return bytes / 1000;
  } finally {
    await context.close();
  }
}
