import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { loadPasskeys } from '#src/domain/session/passkeys.ts';

type Made = { response: RegistrationResponseJSON; problem: null } | { response: null; problem: string };

/** Has the browser make a passkey, or says why it did not. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<Made> {
  const { startRegistration } = await loadPasskeys();
  try {
    return { response: await startRegistration({ optionsJSON }), problem: null };
  } catch (error) {
    // The standard's name for "this authenticator holds one of the account's passkeys already".
    const isThereAlready = error instanceof Error && error.name === 'InvalidStateError';
    return {
      response: null,
      problem: isThereAlready
        ? 'This device has a passkey for your account already.'
        : 'The browser made no passkey. Nothing was changed.',
    };
  }
}
