import type { Page } from '@playwright/test';
import { OFFER_WORDS } from '#contract/chat/visitor-limits.ts';
import { planOf } from '#contract/billing/plans.ts';
import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import { TOASTS, TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';
import { anAddress, aPerson, giveCredentials } from './identity.ts';
import { expect, holdApp, test } from './support.ts';

const COST = 'What does it cost?';
const TYPING = 'Brain AI is typing';
const OFFER = /your first month is 50% off/;
const chatButton = (page: Page) => page.getByRole('complementary', { name: 'Chat' }).locator('.chatfab');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat with Brain AI' });
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Message' });
const log = (page: Page) => panel(page).getByRole('log');
const asked = (page: Page) => log(page).locator('.msg.me');
const answers = (page: Page) => log(page).locator('.msg:not(.me)');
const suggested = (page: Page) => panel(page).getByRole('list', { name: 'Suggested questions' }).getByRole('button');
const demoBox = (page: Page) => panel(page).getByRole('form', { name: VISITOR_CHAT_TEXTS.requestDemo });
/** Waits until no answer is in progress. */
const isIdle = (page: Page) => expect(panel(page).getByRole('button', { name: 'Send' })).toBeEnabled();

async function open(page: Page): Promise<void> {
  await chatButton(page).click();
  await expect(panel(page)).toBeVisible();
}

async function send(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
}

test('it waits behind its badge, and opens even if clicked before the app has loaded @phone', async ({
  page,
  looksRight,
}) => {
  const letThrough = await holdApp(page);
  await page.goto('/');
  await expect(panel(page)).toBeHidden();
  await expect(chatButton(page)).toContainText(VISITOR_CHAT_TEXTS.badge);
  await chatButton(page).click();
  await expect(page.locator('[data-held]')).toHaveCount(1);
  letThrough();
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(field(page)).toBeFocused();
  await expect(suggested(page)).toHaveCount(4);
  await looksRight('chatbot');

  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(chatButton(page)).toBeFocused();
  await open(page);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(chatButton(page)).toBeFocused();
});

test('an answer comes word by word, and nothing can be sent meanwhile', async ({ page }) => {
  await page.goto('/terms');
  await open(page);
  for (const nothing of ['', '   ']) await send(page, nothing);
  await expect(asked(page)).toHaveCount(0);
  await expect(suggested(page)).toHaveCount(4);

  await send(page, 'Hello [sandbox: slow]');
  await expect(panel(page).getByRole('status').filter({ hasText: TYPING })).toBeVisible();
  await expect(suggested(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
  await send(page, 'And another thing');
  await expect(answers(page).last().locator('.caret')).toBeVisible();
  await expect(answers(page).last()).toContainText('Sandbox');
  await expect(answers(page).last()).not.toContainText('the plans');
  await expect(panel(page).getByText(TYPING)).toBeHidden();
  await expect(answers(page).last().locator('.caret')).toBeHidden();
  await expect(answers(page).nth(1)).toContainText('Ask me about the team, the plans or the trial.');
  // What was typed too early is still in the field.
  await expect(asked(page)).toHaveCount(1);
  await expect(field(page)).toHaveValue('And another thing');
});

test('the chat states facts, and says when it does not know', async ({ page }) => {
  await page.goto('/');
  await open(page);
  await send(page, 'How much is the Pro plan for a month?');
  await isIdle(page);
  await expect(answers(page).nth(1)).toContainText(`$${planOf('pro').monthlyUsd}`);
  await send(page, 'Zebra juggling?');
  await expect(log(page)).toContainText('I don’t know that one.');
  await expect(log(page).getByRole('link', { name: /@/ }).last()).toHaveAttribute('href', /^mailto:/);
});

test('a reply about the price shows the offer once, then the demo box, which can be dismissed @phone', async ({
  page,
  looksRight,
}) => {
  await page.goto('/');
  await open(page);
  await page.evaluate(`window.shownAt = {};
    new MutationObserver(() => {
      const text = document.querySelector('.visitor-panel [role=log]').textContent;
      if (${String(OFFER)}.test(text)) window.shownAt.offer ??= performance.now();
      if (document.querySelector('.demo-box')) window.shownAt.box ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`);
  await suggested(page).filter({ hasText: COST }).click();
  await expect(asked(page)).toHaveText(COST);
  await expect(answers(page).filter({ hasText: OFFER })).toHaveCount(1);
  await expect(demoBox(page)).toBeVisible();
  expect(await page.evaluate('window.shownAt.box - window.shownAt.offer')).toBeGreaterThan(1_900);
  await looksRight('chatbot with its offer');
  await demoBox(page).getByRole('button', { name: VISITOR_CHAT_TEXTS.later }).click();
  await expect(demoBox(page)).toBeHidden();
  await expect(field(page)).toBeFocused();

  const before = await answers(page).count();
  await send(page, 'And the cost of a year?');
  await expect(answers(page)).toHaveCount(before + 1);
  await isIdle(page);
  const reply = await answers(page).last().innerText();
  expect(OFFER_WORDS.some((word) => reply.toLowerCase().includes(word))).toBe(true);
  await expect(answers(page).filter({ hasText: OFFER })).toHaveCount(1);
  await expect(demoBox(page)).toBeHidden();
});

test('the offer leads through sign-in to checkout, with everything it promised', async ({ page }) => {
  const email = await aPerson(page, 'chatbot');
  await page.context().clearCookies();
  await page.goto('/blog');
  await open(page);
  await send(page, COST);
  await expect(demoBox(page)).toBeVisible();
  const request = demoBox(page).getByRole('button', { name: VISITOR_CHAT_TEXTS.requestDemo });
  await request.click();
  await expect(demoBox(page).getByText(TRIAL_DIALOG_TEXTS.required)).toBeVisible();
  await demoBox(page).getByLabel('Email').fill('maya@kiln');
  await request.click();
  await expect(demoBox(page).getByText(TRIAL_DIALOG_TEXTS.invalid)).toBeVisible();
  await demoBox(page).getByLabel('Name').fill('Maya');
  await demoBox(page).getByLabel('Email').fill(email);
  await request.click();

  await expect(page).toHaveURL(/\/auth\?redirect=/);
  const expected = { plan: 'pro', email, discount: 'first-time', urgent: 'true', source: 'chatbot', from: '/blog' };
  const inside = new URL(new URL(page.url()).searchParams.get('redirect') ?? '', page.url());
  expect([inside.pathname, Object.fromEntries(inside.searchParams)]).toEqual(['/checkout', expected]);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await giveCredentials(page, email);
  await expect(page).toHaveURL(/\/checkout\?/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expected);
  await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked();

  // Back on a public page, the conversation continues; the box is no longer needed.
  await page.goto('/');
  await open(page);
  await expect(answers(page).last()).toContainText('Thank you, Maya.');
  await expect(demoBox(page)).toBeHidden();
});

test('people with an account do not get the offer', async ({ page }) => {
  await aPerson(page, 'chatbot-member');
  await page.goto('/');
  await open(page);
  await send(page, COST);
  await expect(answers(page)).toHaveCount(2);
  await isIdle(page);
  await expect(log(page)).toContainText('$');
  await expect(answers(page).filter({ hasText: OFFER })).toHaveCount(0);
});

test('when it fails it says so, gives a contact address and tries again', async ({ page, looksRight }) => {
  await page.goto('/');
  await open(page);
  await page.route('**/trpc/visitor.ask*', (route) => route.fulfill({ status: 503, body: 'busy' }), { times: 1 });
  await send(page, COST);
  await expect(answers(page).last()).toContainText("I'm sorry, I'm having trouble connecting right now...");
  await expect(answers(page).last().getByRole('link')).toHaveAttribute('href', /^mailto:.+@/);
  await expect(page.getByRole('alert').getByText(TOASTS.visitorFailed.title)).toBeVisible();
  await expect(page.getByText(TOASTS.visitorFailed.text)).toBeVisible();
  await looksRight('chatbot, failed');
  await panel(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(answers(page).nth(1)).toContainText('$');
  await expect(page.getByText(TOASTS.visitorFailed.title)).toBeHidden();
  await expect(log(page)).not.toContainText("I'm sorry");
  await expect(asked(page)).toHaveCount(1);
});

test('a model failure is reported the same way, and the text before it stays', async ({ page }) => {
  await page.goto('/');
  await open(page);
  const apologies = answers(page).filter({ hasText: "I'm sorry" });
  await send(page, 'Who is on the team? [sandbox: 401]');
  await expect(apologies).toHaveCount(1);
  await expect(page.getByText(TOASTS.visitorFailed.title)).toHaveCount(1);
  const again = page.waitForResponse(/visitor\.ask/);
  await panel(page).getByRole('button', { name: 'Try Again' }).click();
  await again;
  await isIdle(page);
  await expect(apologies).toHaveCount(1);
  await expect(asked(page)).toHaveCount(1);
  await send(page, 'Who is on the team? [sandbox: reset]');
  await expect(apologies).toHaveCount(2);
  await expect(answers(page)).toHaveCount(4);
  await send(page, 'Who is Emmie?');
  await expect(answers(page).last()).toContainText('Emmie');
});

test('the conversation continues on another page of the site', async ({ page }) => {
  await page.goto('/privacy');
  await open(page);
  await send(page, 'Who is Emmie?');
  await expect(answers(page)).toHaveCount(2);
  await isIdle(page);
  const said = await answers(page).allInnerTexts();
  // Closing it uncovers the page.
  await page.keyboard.press('Escape');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page).toHaveURL('/terms');
  await expect(panel(page)).toBeHidden();
  await open(page);
  expect(await answers(page).allInnerTexts()).toEqual(said);

  await page.goto('/contact');
  await open(page);
  await expect(asked(page)).toHaveText('Who is Emmie?');
  expect(await answers(page).allInnerTexts()).toEqual(said);
  await expect(suggested(page)).toHaveCount(0);
});

test('the chat works with the keyboard alone', async ({ page }) => {
  await page.goto('/security');
  // Going backwards from the top of a page reaches its last element.
  await page.keyboard.press('Shift+Tab');
  await expect(chatButton(page)).toBeFocused();
  await expect(page.getByRole('button', { name: VISITOR_CHAT_TEXTS.launcher })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(field(page)).toBeFocused();
  for (let back = 0; back < 4; back += 1) await page.keyboard.press('Shift+Tab');
  await expect(suggested(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(demoBox(page)).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(demoBox(page).getByRole('button', { name: VISITOR_CHAT_TEXTS.requestDemo })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demoBox(page).getByLabel('Email')).toBeFocused();
  await page.keyboard.type(anAddress('keys'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fcheckout/);
});

test('Escape closes the chat from outside it, and the focus stays where it is @phone', async ({ page, viewport }) => {
  await page.goto('/security');
  await chatButton(page).click();
  await expect(field(page)).toBeFocused();
  const last = page.getByRole('contentinfo').getByRole('link').last();
  await last.focus();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  // On a phone it covers the page, and nothing outside can have the focus.
  await expect((viewport?.width ?? 0) > 768 ? last : chatButton(page)).toBeFocused();
});

test('Escape closes a dialog on top of the chat, and the chat stays', async ({ page }) => {
  // On a narrow screen nothing outside can be clicked.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/security');
  await open(page);
  await page.getByRole('banner').getByRole('link', { name: 'Start free trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should we send your trial?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(field(page)).toBeVisible();
});

test('a link in the chat to a section it covers reveals that section @phone', async ({ page, viewport }) => {
  await page.goto('/');
  await open(page);
  await send(page, COST);
  await isIdle(page);
  await answers(page)
    .getByRole('link', { name: /#pricing$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#pricing$/);
  await expect(page.locator('#pricing-title')).toBeInViewport();
  await expect(field(page)).toBeVisible({ visible: (viewport?.width ?? 0) > 768 });
});

test('without JavaScript the chat button leads to the contact form @phone', async ({ browser, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: VISITOR_CHAT_TEXTS.launcher }).click();
  await expect(page).toHaveURL('/contact');
  await context.close();
});

test('the landing page’s demo answers from its first question on', async ({ page }) => {
  const letThrough = await holdApp(page);
  await page.goto('/');
  const demo = page.getByRole('region', { name: 'Demo chat' });
  const question = demo.getByRole('textbox', { name: 'Message' });
  const bubbles = demo.getByRole('log').locator('.msg');
  await expect(bubbles).toHaveCount(2);
  await question.fill('A welcome for new customers');
  await question.press('Enter');
  letThrough();
  await expect(bubbles).toHaveCount(4);
  await expect(bubbles.last()).toContainText('Subject: Good to have you here');
  await expect(demo.getByRole('button', { name: 'Send' })).toBeEnabled();
  await expect(question).toHaveValue('');
  await question.fill('  ');
  await question.press('Enter');
  await expect(bubbles).toHaveCount(4);

  // An unanswered question returns to the field.
  const lost = 'One more line [sandbox: 401]';
  await question.fill(lost);
  await question.press('Enter');
  await expect(bubbles).toHaveCount(6);
  await expect(question).toHaveValue(lost);
});
