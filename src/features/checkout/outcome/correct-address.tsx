import { useState, type FormEvent } from 'react';
import { PROCESSING } from '#contract/texts.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { storeGuestEmail } from '#src/domain/checkout/guest-email.ts';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

type CorrectAddressProps = {
  sessionId: string;
  /** How often the address may still be corrected. */
  left: number;
  onCorrected: () => void;
};

/** The browser that paid may correct the address of a purchase until somebody confirms it (CHECKOUT-14). */
export function CorrectAddress({ sessionId, left, onCorrected }: CorrectAddressProps) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [correctedTo, setCorrectedTo] = useState<string>();

  const correct = async (guestEmail: string) => {
    setIsBusy(true);
    try {
      const api = await loadApi();
      await api.billing.correctGuestEmail.mutate({ sessionId, guestEmail });
      storeGuestEmail(guestEmail, localStorageOrNull(), Date.now());
      setCorrectedTo(guestEmail);
      setEmail('');
      onCorrected();
    } catch (error) {
      setProblem((await lazyFailure(error)).text);
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = trialEmailProblem(email);
    setProblem(wrong);
    if (wrong === undefined) void correct(email.trim());
  };

  return (
    <section className="stack arrive-correct" aria-labelledby="correct-address">
      <h2 className="h4" id="correct-address">
        Wrong address?
      </h2>
      {correctedTo !== undefined && (
        <p role="status">
          We’ve emailed{' '}
          <span className="address" translate="no">
            {correctedTo}
          </span>
          . The link we sent before doesn’t work anymore.
        </p>
      )}
      {left > 0 ? (
        <form className="stack" noValidate onSubmit={submit}>
          <TextField
            label="Correct email address"
            hint="We’ll send the email here instead. You can change the address only in this browser, and only until it’s confirmed."
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            error={problem}
            onChange={({ target }) => {
              setEmail(target.value);
              setProblem(undefined);
            }}
          />
          <p>
            <Button
              type="submit"
              variant="secondary"
              busy={isBusy}
              busyText={PROCESSING}
              disabled={email.trim() === ''}
            >
              Correct the address
            </Button>
          </p>
        </form>
      ) : (
        <p className="small muted">You’ve corrected the address three times. Write to us and we’ll help.</p>
      )}
    </section>
  );
}
