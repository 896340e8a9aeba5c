import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { PASSKEY_CHALLENGE_MINUTES } from '#contract/account/factor-limits.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { hasPasskeys } from '#src/domain/session/passkeys.ts';

/** A suggestion is renewed before the server has forgotten what is to be signed. */
const RENEW_MS = (PASSKEY_CHALLENGE_MINUTES - 1) * 60_000;

/** Older browsers have passkeys, but not among the suggestions for a field. */
async function canSuggestPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const ask: unknown = Reflect.get(window.PublicKeyCredential, 'isConditionalMediationAvailable');
  return typeof ask === 'function' && (await window.PublicKeyCredential.isConditionalMediationAvailable());
}

/** Waits until the person picks a passkey, perhaps for ever. */
async function suggest(stopping: AbortSignal): Promise<boolean> {
  if (document.visibilityState !== 'visible' || !(await canSuggestPasskeys())) return false;
  const api = await loadApi();
  const optionsJSON = await api.auth.passkeys.signInOptions.mutate();
  if (stopping.aborted) return false;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  await api.auth.passkeys.signIn.mutate({ response });
  return true;
}

/** Lets the browser offer passkeys where it suggests addresses, until `stopping`. What fails here fails in silence: nobody asked for it. */
export function suggestPasskeys(stopping: AbortSignal, onDone: () => void): void {
  const begin = () =>
    void suggest(stopping).then(
      (isDone) => isDone && onDone(),
      () => undefined,
    );
  begin();
  const timer = setInterval(begin, RENEW_MS);
  stopping.addEventListener('abort', () => {
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  });
}
