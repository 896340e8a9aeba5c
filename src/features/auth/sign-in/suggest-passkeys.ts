import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { PASSKEY_CHALLENGE_MINUTES } from '#contract/account/factor-limits.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { hasPasskeys } from '#src/domain/session/passkeys.ts';

/** A suggestion is renewed before its challenge expires on the server. */
const RENEW_MS = (PASSKEY_CHALLENGE_MINUTES - 1) * 60_000;

/** Older browsers support passkeys, but not as suggestions for a field. */
async function canSuggestPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const ask: unknown = Reflect.get(window.PublicKeyCredential, 'isConditionalMediationAvailable');
  return typeof ask === 'function' && (await window.PublicKeyCredential.isConditionalMediationAvailable());
}

/** Waits until the person picks a passkey, which may never happen. */
async function suggest(stopping: AbortSignal): Promise<boolean> {
  if (document.visibilityState !== 'visible' || !(await canSuggestPasskeys())) return false;
  const api = await loadApi();
  const optionsJSON = await api.auth.passkeys.signInOptions.mutate();
  if (stopping.aborted) return false;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  await api.auth.passkeys.signIn.mutate({ response });
  return true;
}

/**
 * Lets the browser offer passkeys among its address suggestions, until `stopping`. Errors are ignored, because the person didn't
 * ask for this.
 */
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
