import { randomUUID } from 'node:crypto';
import { CONTACT_MESSAGE_MAX } from '#contract/site/contact-topics.ts';
import { confirmationLink, expect, holdApp, test } from './support.ts';

const anAddress = () => `maya-${randomUUID()}@example.com`;
const MESSAGE = 'We are two shops.\nCould you set everything up for us?';

test('the newsletter: requested, confirmed by email, and unsubscribed @phone', async ({
  page,
  request,
  looksRight,
}) => {
  const email = anAddress();
  await page.goto('/newsletter');
  await looksRight('newsletter');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(`We sent a link to ${email}`);
  await looksRight('newsletter, requested');

  const link = await confirmationLink(request, email);
  await page.goto(link);
  await looksRight('newsletter confirmation');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed');
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');

  // Signing up again sends an email with a link to unsubscribe.
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('status')).toContainText('Check your inbox');
  await expect.poll(() => confirmationLink(request, email)).toContain('/newsletter/unsubscribe?token=');
  await page.goto(await confirmationLink(request, email));
  await looksRight('newsletter unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
});

test('a message typed before the app has loaded is counted too', async ({ page }) => {
  const letThrough = await holdApp(page);
  await page.goto('/contact');
  await page.getByLabel('Message', { exact: true }).fill('x'.repeat(CONTACT_MESSAGE_MAX - 9));
  letThrough();
  await expect(page.getByText('9 characters left')).toBeVisible();
});

test('the contact form: errors are shown, what was typed stays, and the message arrives @phone', async ({
  page,
  looksRight,
}) => {
  await page.goto('/contact?topic=setup');
  await looksRight('contact');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please write at least 10 characters')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await looksRight('contact, with problems');
  await expect(page.getByLabel('Message')).toHaveValue('Hello');
  await expect(page.getByLabel('What’s it about?')).toHaveValue('setup');
  await page.getByLabel('Email').fill(anAddress());
  await page.getByLabel('Message').fill(MESSAGE);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We got your message');
  await expect(page.getByText('We reply within one business day.')).toBeVisible();
  await looksRight('contact, sent');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('both forms can be sent, and keep their input after an error', async ({ page, request }) => {
    const email = anAddress();
    await page.goto('/contact');
    await page.getByLabel('Email').fill('maya@kiln');
    await page.getByLabel('Message').fill(MESSAGE);
    await page.getByLabel('What’s it about?').selectOption('press');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(MESSAGE);
    await expect(page.getByLabel('What’s it about?')).toHaveValue('press');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL(/\/contact\?state=sent$/);

    const subscriber = anAddress();
    await page.goto('/newsletter');
    await page.getByLabel('Email').fill(subscriber);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
    await page.goto(await confirmationLink(request, subscriber));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re subscribed');
  });
});
