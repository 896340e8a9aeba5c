import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { PRODUCT_NAME } from '#contract/texts.ts';

// The values that every authenticator app supports: some ignore the algorithm or the digits in the URI.
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** A clock may be off by one step in either direction. */
const WINDOW_STEPS = 1;

/** How many characters of the QR code's URI each name may take: with the secret it then always fits into one code. */
const NAME_MAX = 600;

/** The start of a name that takes at most `NAME_MAX` characters of a URI, where one emoji takes twelve. */
function fitting(name: string): string {
  const characters = [...name];
  while (encodeURIComponent(characters.join('')).length > NAME_MAX) characters.pop();
  return characters.join('');
}

export type TotpEnrollment = { qrCode: string; secret: string; uri: string };

/** A new secret, as text to type and as a picture to scan. `label` is the account's name in the app. */
export function newTotp({
  label,
  issuer = PRODUCT_NAME,
}: {
  label: string;
  issuer?: string | undefined;
}): TotpEnrollment {
  const names = { issuer: fitting(issuer), label: fitting(label) };
  const totp = new TOTP({ ...SETTINGS, ...names, secret: new Secret({ size: SECRET_BYTES }) });
  const uri = totp.toString();
  return { qrCode: renderSVG(uri, { ecc: 'M', border: 2 }), secret: totp.secret.base32, uri };
}

/** The time step that a code belongs to, or null if it matches none of the current steps. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
