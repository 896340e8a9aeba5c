import { useEffect, useState } from 'react';
import { CHANNEL_NAMES, CODE_GAP_S } from '#contract/account/factor-limits.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { PhoneForm, type PhoneEntry } from './phone-form.tsx';
import { useEnrollment } from './use-enrollment.ts';

type AddPhoneProps = {
  suggestion: string;
  onAdded: (recoveryCodes: string[] | null) => void;
  onBusy: (isBusy: boolean) => void;
};

/** Asks for the number first, then for the code sent to it. */
export function AddPhone({ suggestion, onAdded, onBusy }: AddPhoneProps) {
  const { begun, isBusy, problem, clearProblem, begin, sendAgain, startOver, finish } = useEnrollment(onAdded);
  // Kept, so that going back from the code restores the form.
  const [entry, setEntry] = useState<PhoneEntry>({ phone: '', friendlyName: suggestion, channel: 'sms' });
  const pause = useCountdown(CODE_GAP_S);
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  if (!begun) {
    return (
      <PhoneForm
        start={entry}
        isBusy={isBusy}
        problem={problem}
        onChange={clearProblem}
        onSubmit={(entered, checked) => {
          setEntry(entered);
          pause.start();
          void begin(
            { factorType: 'phone', friendlyName: checked.friendlyName, phone: checked.phone },
            entered.channel,
          );
        }}
      />
    );
  }
  return (
    <div className="stack">
      <p
        className="muted"
        role="status"
      >{`We sent a six-digit code to ${entry.phone} by ${CHANNEL_NAMES[entry.channel]}.`}</p>
      <FactorCodeForm submitLabel="Turn on" isBusy={isBusy} problem={problem} onChange={clearProblem} onCode={finish}>
        <Button
          variant="secondary"
          block
          disabled={isBusy || pause.left > 0}
          onClick={() => {
            pause.start();
            void sendAgain(entry.channel);
          }}
        >
          {pause.left > 0 ? `Send again in ${pause.left} s` : 'Send again'}
        </Button>
        <Button variant="ghost" block disabled={isBusy} onClick={startOver}>
          Use another number
        </Button>
      </FactorCodeForm>
    </div>
  );
}
