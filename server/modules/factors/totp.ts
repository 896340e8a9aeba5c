import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { PRODUCT_NAME } from '#contract/texts.ts';

// What every authenticator app takes: others ignore the algorithm or the digits of the address.
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** A clock may be off by one step, earlier or later. */
const WINDOW_STEPS = 1;

/** How much of the address in the QR code each name may take: together with the secret it then always fits into one. */
const NAME_MAX = 600;

/** The beginning of a name that takes at most `NAME_MAX` characters of an address, where one emoji takes twelve. */
function fitting(name: string): string {
  const characters = [...name];
  while (encodeURIComponent(characters.join('')).length > NAME_MAX) characters.pop();
  return characters.join('');
}

export type TotpEnrolment = { qrCode: string; secret: string; uri: string };

/** A new secret, as text to type and as a picture to scan. `label` is how the app names the account. */
export function newTotp({
  label,
  issuer = PRODUCT_NAME,
}: {
  label: string;
  issuer?: string | undefined;
}): TotpEnrolment {
  const names = { issuer: fitting(issuer), label: fitting(label) };
  const totp = new TOTP({ ...SETTINGS, ...names, secret: new Secret({ size: SECRET_BYTES }) });
  const uri = totp.toString();
  return { qrCode: renderSVG(uri, { ecc: 'M', border: 2 }), secret: totp.secret.base32, uri };
}

/** The time step that a code belongs to, or null when it is not one of the steps around now. */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...SETTINGS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
