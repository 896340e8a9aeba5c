import type { Page } from '@playwright/test';
import { articlePath } from '#contract/site/public-pages.ts';
import { expect, test } from './support.ts';

const PAGES = [
  '/',
  '/blog',
  articlePath('quote-follow-up'),
  '/contact',
  '/newsletter',
  '/terms',
  '/status',
  '/nowhere',
];
const WIDTHS = [390, 320];

type Seen = {
  /** What is wrong with the bar itself, per place the page is scrolled to. */
  bar: string[];
  /** Anything that is fixed to the screen, which the bar isn't: it is sticky. */
  floating: string[];
  /** Text, links, buttons and fields that can't be brought clear of the bar, or have the focus behind it. */
  covered: string[];
};

/**
 * Runs in the browser, whose types this file does not include. The bar is the opaque lower edge of the screen. Content passes behind it as
 * the page is scrolled, so the rule is that the end of the page is above it, and so is whatever has just received the focus.
 */
const LOOK = `async () => {
  const page = document.documentElement;
  const bar = document.querySelector('.phonebar');
  const name = (element) => element.tagName + ' ' + (element.textContent || element.name || '').trim().slice(0, 40);
  const barTop = () => bar.getBoundingClientRect().top;
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const isBehind = (element) => element.getBoundingClientRect().bottom > barTop() + 0.5;
  const all = [...document.body.querySelectorAll('*')];
  const others = all.filter((element) => !bar.contains(element) && !element.contains(bar));

  const wrong = [];
  for (const place of [0, 0.3, 0.6, 1]) {
    window.scrollTo({ top: place * page.scrollHeight, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const { left, right, top, bottom, height } = bar.getBoundingClientRect();
    // The height of a page has fractions of a pixel.
    const gaps = [left, page.clientWidth - right, window.innerHeight - bottom].some((gap) => Math.abs(gap) > 1);
    const isOnTop = bar.contains(document.elementFromPoint(page.clientWidth / 2, (top + bottom) / 2));
    if (gaps || height > 80 || !isOnTop) wrong.push(JSON.stringify({ place, left, right, top, bottom, isOnTop }));
  }
  const texts = others.filter((element) => element.matches('a, button, input, textarea, select, summary, p, li, h1, h2, h3, dt, dd, label'));
  const covered = texts.filter((element) => isSeen(element) && isBehind(element));

  window.scrollTo({ top: 0, behavior: 'instant' });
  document.activeElement.blur();
  // The link that skips to the content waits above the screen.
  const isFloating = (element) => getComputedStyle(element).position === 'fixed' && element.getBoundingClientRect().bottom > 0;
  const floating = all.filter((element) => isSeen(element) && isFloating(element));
  for (const element of others.filter((one) => one.tabIndex >= 0 && isSeen(one))) {
    element.focus();
    if (element !== document.activeElement) continue;
    if (element.matches('textarea')) {
      // Of a box for several lines, the browser scrolls the one with the caret into view.
      const { paddingTop, lineHeight } = getComputedStyle(element);
      const caretBottom = element.getBoundingClientRect().top + parseFloat(paddingTop) + parseFloat(lineHeight);
      if (caretBottom > barTop()) covered.push(element);
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
    if (isBehind(element)) covered.push(element);
  }
  return { bar: wrong, floating: floating.map(name), covered: covered.map(name) };
}`;

const look = (page: Page) => page.evaluate<Seen>(`(${LOOK})()`);

test('on a phone the chat launcher covers no button and no text @phone', async ({ page }) => {
  // A focused element is scrolled into view without an animation to wait for.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of PAGES) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      expect(await look(page), `${path}, ${width} px`).toEqual({ bar: [], floating: [], covered: [] });
    }
  }
});

test('the bar offers the trial once: not while the hero’s own button is in view @phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const start = page.getByRole('complementary', { name: 'Chat' }).getByText('Start free trial');
  await expect(start).toBeHidden();
  await page.locator('#pricing').scrollIntoViewIfNeeded();
  await expect(start).toBeVisible();
  await page.goto('/blog');
  await expect(start).toBeVisible();
});
