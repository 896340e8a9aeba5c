import type { Page } from '@playwright/test';
import { call } from './identity.ts';

/** Pays on the pay page, in a tab of its own, and returns through the link that the page offers. */
export async function payAt(page: Page, url: string, pay: string | RegExp): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(url);
  const street = tab.getByLabel('Street address');
  if (await street.isVisible()) {
    await street.fill('Kai 1');
    await tab.getByLabel('Country').fill('DE');
  }
  await tab.getByRole('button', { name: pay }).click();
  await tab.waitForURL(/\/success/);
  await tab.close();
}

/** Buys a plan, as someone without a trial. */
export async function buy(page: Page, priceId: string, pay: string | RegExp): Promise<void> {
  const { url } = await call<{ url: string }>(page, 'billing.checkout', { priceId });
  await payAt(page, url, pay);
  await call(page, 'billing.refresh');
}
