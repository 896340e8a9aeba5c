import { expect, goTo, openConversations, signIn, test } from './support.ts';

// The account that `npm run seed -- --long` adds.
const EMAIL = 'long@tenfold.test';

test('a search result steps through every match of a long conversation, and so does the find bar on its own @phone', async ({
  page,
  looksRight,
}) => {
  await signIn(page, EMAIL);
  await goTo(page, /Emmie/);
  await openConversations(page);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('Téapots week');
  await page.getByRole('link', { name: /Five thousand messages/ }).click();

  const bar = page.getByRole('search', { name: 'In this conversation' });
  const box = bar.getByRole('textbox', { name: 'Find in this conversation' });
  // Without the match in the message, which only screen readers are told.
  const status = bar.getByRole('status').locator('span').first();
  const message = (text: string) => page.getByRole('log').getByRole('article').filter({ hasText: text });
  const marked = () => page.evaluate("[...(CSS.highlights.get('found-here') ?? [])].map(String)");
  await expect(box).toHaveValue('Téapots week');
  await expect(status).toHaveText('90 of 90');
  await expect(message('Request 2496:')).toBeInViewport();
  await expect.poll(marked).toEqual(['week']);

  // From one match to the next, in the same message and on pages that weren't loaded.
  const next = bar.getByRole('button', { name: 'Next match' });
  await next.click();
  await expect.poll(marked).toEqual(['teapots']);
  await expect(status).toHaveText('90 of 90');
  await next.click();
  await expect(status).toHaveText('1 of 90');
  await expect(message('Request 4:')).toBeInViewport();
  await expect.poll(marked).toEqual(['week']);
  await box.press('Enter');
  await expect.poll(marked).toEqual(['teapots']);
  await box.press('Enter');
  await expect(status).toHaveText('2 of 90');
  await expect(message('Request 32:')).toBeInViewport();
  await expect(box).toBeFocused();
  await expect.poll(marked).toEqual(['week']);
  await box.press('Shift+Enter');
  await expect(status).toHaveText('1 of 90');
  await expect.poll(marked).toEqual(['teapots']);
  await expect(message('Request 4:')).toBeInViewport();
  await looksRight('the find bar');
  // Other words begin at their first match in the message, whichever was stepped to.
  await box.fill('request teapots');
  await expect.poll(marked).toEqual(['Request']);
  await expect(message('Request 4:')).toBeInViewport();

  await box.press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('log')).toBeFocused();
  await page.getByRole('button', { name: 'Find in this conversation' }).click();
  await expect(box).toBeFocused();
  await box.fill('saucers');
  await expect(status).toHaveText('Nothing found');
  await expect(bar.getByRole('button', { name: 'Next match' })).toBeDisabled();
  await box.fill('');
  // Slowly, so that matches for the first letters arrive while the rest is being typed.
  await box.pressSequentially('answer 1250', { delay: 300 });
  await expect(box).toHaveValue('answer 1250');
  await expect(status).toHaveText('1 of 1');
  await expect(message('Answer 1250')).toBeInViewport();
  // Another press of the header's button keeps the text, and Escape returns to the button.
  const opener = page.getByRole('button', { name: 'Find in this conversation' });
  await opener.click();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('answer 1250');
  await box.press('Escape');
  await expect(opener).toBeFocused();
});
