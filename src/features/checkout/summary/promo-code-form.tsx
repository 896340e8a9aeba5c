import { useState } from 'react';
import { ERROR_CODES } from '#contract/errors.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { ChangeOrder } from './lazy-promo-code.tsx';
import { withCode } from './with-code.ts';

/** The same pattern as on the server (contract/billing): what doesn't match is no code. */
const CODE = /^[A-Za-z\d-]{1,60}$/;

type PromoCodeFormProps = { applied: string | null; onApply: (change: ChangeOrder | null) => void };

/** Applies a code to the order, and removes it again. */
export function PromoCodeForm({ applied, onApply }: PromoCodeFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [isBusy, setIsBusy] = useState(false);

  const apply = async () => {
    const code = typed.trim();
    setError(undefined);
    if (!CODE.test(code)) return setError(ERROR_CODES.PROMO_CODE_INVALID.text);
    setIsBusy(true);
    try {
      const found = await (await loadApi()).billing.promoCode.query({ code });
      onApply((order) => withCode(order, found));
      setTyped('');
    } catch (failure) {
      const { missingStep, text } = await lazyFailure(failure);
      if (!leaveForSignIn(missingStep)) setError(text);
    } finally {
      setIsBusy(false);
    }
  };

  if (applied !== null)
    return (
      <div className="row between">
        <span role="status">{`Code ${applied} added`}</span>
        <Button variant="ghost" size="sm" onClick={() => onApply(null)}>
          Remove
        </Button>
      </div>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <TextField
        label="Promo code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="secondary" busy={isBusy} busyText="Checking...">
        Apply code
      </Button>
    </form>
  );
}
