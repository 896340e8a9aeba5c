/** Signs in one of the sandbox's people through the form. */
export async function signIn(page, { address, email }) {
  await page.goto(`${address}/auth`);
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('tenfold-demo');
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard**');
}
