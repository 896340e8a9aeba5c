import { PAYER_COOKIE_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { randomToken, sha256 } from '#server/lib/crypto/secrets.ts';

const TOKEN = /^[\w-]{43}$/;

/**
 * Recognizes the browser that paid for a purchase as a guest (CHECKOUT-14). The cookie is 256 random bits, and each of
 * the browser's purchases has its hash, so neither the table nor an id of a session lets anyone else act as the payer.
 */
export function createPayerCookie({ isHttps }: { isHttps: boolean }) {
  const name = isHttps ? '__Host-payer' : 'payer';
  const hashOf = (value: string | undefined): string | null =>
    value !== undefined && TOKEN.test(value) ? sha256(value) : null;
  return {
    name,
    /** What a purchase of the browser with this cookie is stored with; null without a cookie of ours. */
    hashOf,
    /** For a browser that starts a purchase: the Set-Cookie value, which keeps a token it has, and the hash. */
    issue: (value: string | undefined): { cookie: string; hash: string } => {
      const token = value !== undefined && TOKEN.test(value) ? value : randomToken();
      const maxAge = (PAYER_COOKIE_DAYS * DAY_MS) / 1_000;
      return {
        cookie: `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isHttps ? '; Secure' : ''}`,
        hash: sha256(token),
      };
    },
  };
}
