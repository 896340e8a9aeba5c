import { StripeProblem } from './stripe-problem.ts';
import { STRIPE_VERSION } from '../webhooks/announce.ts';

function hidden(key: string): string {
  return key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`;
}

/** Accepts any key of Stripe's test mode. A live key doesn't belong here, so it is refused like a wrong one. */
export function authorize(authorization: string | undefined): void {
  const key = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!key)
    throw new StripeProblem(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    );
  if (!/^(?:sk|rk)_test_\w+$/.test(key) || key.endsWith('_invalid'))
    throw new StripeProblem(`Invalid API Key provided: ${hidden(key)}`, { status: 401 });
}

/** The shapes here are those of one version. A client of another version would silently misread them. */
export function checkVersion(version: string | undefined): void {
  if (version !== undefined && version !== STRIPE_VERSION)
    throw new StripeProblem(`The sandbox supports Stripe API version ${STRIPE_VERSION} only, not ${version}.`);
}
