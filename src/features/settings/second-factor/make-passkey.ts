import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { loadPasskeys } from '#src/domain/session/passkeys.ts';

type Made = { response: RegistrationResponseJSON; problem: null } | { response: null; problem: string };

/** Has the browser create a passkey, or says why it didn't. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<Made> {
  const { startRegistration } = await loadPasskeys();
  try {
    return { response: await startRegistration({ optionsJSON }), problem: null };
  } catch (error) {
    // The standard's error name for "this authenticator already holds one of the account's passkeys".
    const isThereAlready = error instanceof Error && error.name === 'InvalidStateError';
    return {
      response: null,
      problem: isThereAlready
        ? 'This device already has a passkey for your account.'
        : 'Your browser didn’t create a passkey. Nothing was changed.',
    };
  }
}
