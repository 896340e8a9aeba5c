import { aPersonWithoutTrial, call } from './identity.ts';
import { expect, test } from './support.ts';

test('the bell rings in two tabs and after a broken connection, is muted and read, and leads to what it tells of @phone', async ({
  page,
  context,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await page.goto('/dashboard');
  const second = await context.newPage();
  await second.goto('/dashboard/settings');
  const bell = page.getByRole('button', { name: /^Notifications,/ });
  const others = second.getByRole('button', { name: /^Notifications,/ });
  const rings = async (count: string) => {
    for (const one of [bell, others]) await expect(one).toHaveAccessibleName(`Notifications, ${count} unread`);
  };
  await rings('none');
  await others.focus();
  await second.keyboard.press('Shift');
  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await looksRight('a bell with nothing to tell');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();

  await call(page, 'usage.track', { usageType: 'messages', amount: 40 });
  await rings('1');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await call(page, 'usage.track', { usageType: 'exports', amount: 2 });
  await rings('2');
  const announced = page.locator('.bell-place').getByRole('status').first();
  await expect(announced).toHaveText('Notifications, 2 unread');

  await bell.click();
  await expect(panel.getByRole('link', { name: /80% of this month’s messages/ })).toBeVisible();
  await looksRight('a bell with something to tell');
  await panel.getByRole('button', { name: 'Mute Plan and usage' }).click();
  await rings('none');
  await expect(panel.getByText('Muted: Plan and usage')).toBeVisible();
  await panel.getByRole('button', { name: 'Unmute Plan and usage' }).click();
  await rings('2');
  await panel.getByRole('link', { name: /all of this month’s exports/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/billing#usage$/);
  await rings('1');
  await expect(announced, 'only more is announced').toHaveText('');
  await bell.click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await rings('none');
});
