import { redirect } from '@tanstack/react-router';

/** A route guard: leads anyone who isn't signed in to the sign-in or to its second step, which then returns to `href`. */
export async function requireSignIn(href: string): Promise<void> {
  const { readSignInStage } = await import('./session.ts');
  const stage = await readSignInStage();
  const back = { search: { redirect: href }, replace: true };
  if (stage === 'signed-out') throw redirect({ to: '/auth', ...back });
  if (stage === 'second-factor-pending') throw redirect({ to: '/auth/challenge', ...back });
}
