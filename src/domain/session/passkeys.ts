import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** The library comes with its first use: most people sign in without. */
export const loadPasskeys = () => import('@simplewebauthn/browser');

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Asks for a passkey. Null when the person would not, or had none. */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | null> {
  const { startAuthentication } = await loadPasskeys();
  try {
    return await startAuthentication({ optionsJSON });
  } catch {
    // Browsers say the same for "cancelled", "took too long" and "none here".
    return null;
  }
}
