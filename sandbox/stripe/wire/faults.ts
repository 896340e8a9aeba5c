import { StripeProblem } from './stripe-problem.ts';

/** The faults that writing `[sandbox: name]` in any parameter triggers. See docs/sandbox.md. */
export const STRIPE_FAULTS = [
  '401',
  '409',
  '429',
  '500',
  '503',
  '500-once',
  '429-once',
  'html',
  'hangup',
  'lost',
  'silence',
] as const;
export type StripeFault = (typeof STRIPE_FAULTS)[number];

export function stripeFaultOf(name: string | null): StripeFault | null {
  return STRIPE_FAULTS.find((fault) => fault === name) ?? null;
}

/** Searches the raw body, so that a typed address like `nora+stripe-500@example.com` triggers it as well. */
export function stripeFaultIn(raw: string): StripeFault | null {
  const decoded = [...new URLSearchParams(raw).values()].join('\n');
  const name = /\[sandbox:\s*([a-z0-9-]+)\s*\]|[ +]stripe-([a-z0-9-]+)@/i.exec(decoded);
  return stripeFaultOf((name?.[1] ?? name?.[2] ?? '').toLowerCase());
}

/** Faults that are ordinary responses; the others break the connection. */
export function problemOfFault(fault: StripeFault): StripeProblem | null {
  switch (fault) {
    case '401':
      return new StripeProblem('Invalid API Key provided: sk_test_*******box', { status: 401 });
    case '409':
      return new StripeProblem(
        'There is currently another in-progress request using this Stripe object. Please try again later.',
        { status: 409, code: 'lock_timeout' },
      );
    case '429':
    case '429-once':
      return new StripeProblem('Too many requests hit the API too quickly. Slow down and try again.', {
        status: 429,
        code: 'rate_limit',
      });
    case '500':
    case '500-once':
    case '503':
      return new StripeProblem('An unknown error occurred', { status: fault === '503' ? 503 : 500, type: 'api_error' });
    case 'html':
    case 'hangup':
    case 'lost':
    case 'silence':
      return null;
  }
}
