import { anAuthenticator, aPasskey, aPerson, lastMessage, PASSWORD } from './identity.ts';
import { expect, test } from './support.ts';

test('It wasn’t me leads from the email to a new password and a list of what was turned off @phone', async ({
  page,
  looksRight,
}) => {
  const address = await aPerson(page, 'break-in');
  await page.goto('/terms');
  // A thief at the owner's computer adds a passkey.
  const thief = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!thief) throw new Error('a page of a test has a browser');
  await thief.addCookies(await page.context().cookies());
  const theirs = await thief.newPage();
  const authenticator = await anAuthenticator(theirs);
  await theirs.goto('/terms');
  await authenticator.agree(true);
  await aPasskey(theirs);

  await page.context().clearCookies();
  const linkOf = async () =>
    (await lastMessage(page, address)).links.find((link) => /\/auth\/(forgot|reset)/.test(link));
  await expect.poll(linkOf).toContain('/auth/forgot?notMe=true');
  await page.goto((await linkOf()) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secure your account');
  await looksRight('it was not me');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect.poll(linkOf).toContain('/auth/reset?token=');
  await page.goto((await linkOf()) ?? '');
  await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Save and sign in' }).click();

  await expect(page).toHaveURL(/\/dashboard\/settings\/ways-in$/);
  const off = page.getByRole('region', { name: 'Turned off' });
  await expect(off).toContainText('Passkey');
  await looksRight('ways in that were turned off');
  await off.getByRole('button', { name: /^Remove Passkey/ }).click();
  await expect(off).toBeHidden();
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL(/\/auth/);
  await thief.close();
});
