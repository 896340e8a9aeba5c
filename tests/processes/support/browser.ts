import { chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS } from '../../../scripts/lib/chromium-arguments.mjs';

/** A page in real Chromium, and its console errors. A lost connection doesn't count: the tests cause it. */
export async function openBrowser(baseURL: string) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGUMENTS,
  });
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type());
    if (isComplaint && !/net::ERR_|Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, [Symbol.asyncDispose]: () => browser.close() };
}
