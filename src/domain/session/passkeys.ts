import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** The library loads on first use: most people sign in without a passkey. */
export const loadPasskeys = () => import('@simplewebauthn/browser');

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Asks for a passkey. Null if the person declined, or had none. */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | null> {
  const { startAuthentication } = await loadPasskeys();
  try {
    return await startAuthentication({ optionsJSON });
  } catch {
    // Browsers report the same error for "canceled", "took too long" and "none here".
    return null;
  }
}
