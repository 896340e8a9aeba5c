import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { CHROMIUM_ARGUMENTS } from './lib/chromium-arguments.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { runMain, say } from './lib/messages.mjs';
import { withProduct } from './lib/product.mjs';
import { projectRoot } from './lib/project.mjs';
import { signIn } from './lib/sign-in.mjs';
import { withTemporaryFolder } from './lib/temporary-folder.mjs';
import { ensureReady } from './ready.mjs';

const DESKTOP = { width: 1440, height: 900 };
const MOBILE = { width: 390, height: 844 };
const shots = [
  { name: 'landing', path: '/', viewport: DESKTOP },
  { name: 'landing-mobile', path: '/', viewport: MOBILE },
  { name: 'chat', path: '/dashboard/brain-ai', viewport: DESKTOP, isSignedIn: true, opensConversation: true },
  { name: 'dashboard-dark', path: '/dashboard', viewport: DESKTOP, isSignedIn: true, theme: 'dark' },
];

async function openFirstConversation(page) {
  await page.locator('a[href^="?c="]').first().click();
  await page.getByRole('log', { name: 'Conversation' }).waitFor();
}

async function take(browser, address, shot) {
  const context = await browser.newContext({
    viewport: shot.viewport,
    colorScheme: shot.theme ?? 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (shot.isSignedIn) await signIn(page, { address, email: 'demo@tenfold.test' });
  await page.goto(address + shot.path);
  await page.getByRole('heading').first().waitFor();
  if (shot.opensConversation) await openFirstConversation(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(projectRoot, 'docs/screenshots', `${shot.name}.png`) });
  await context.close();
  say(`docs/screenshots/${shot.name}.png`);
}

await runMain(async () => {
  const executablePath = findChromium();
  const node = await ensureReady();
  await buildIfStale(node);
  const { chromium } = await import('@playwright/test');
  mkdirSync(join(projectRoot, 'docs/screenshots'), { recursive: true });
  await withTemporaryFolder((dataDir) =>
    withProduct({ node, dataDir, port: 4320 }, async (address) => {
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
      try {
        for (const shot of shots) await take(browser, address, shot);
      } finally {
        await browser.close();
      }
    }),
  );
});
