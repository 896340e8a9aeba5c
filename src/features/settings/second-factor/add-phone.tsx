import { useEffect, useState } from 'react';
import type { Channel } from '#contract/account/factor-limits.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { PhoneForm, type PhoneWish } from './phone-form.tsx';
import { useEnrolment } from './use-enrolment.ts';

/** Between two codes, in seconds. */
const PAUSE_S = 30;
const CHANNEL_NAMES: Record<Channel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' };

type AddPhoneProps = {
  suggestion: string;
  onAdded: (recoveryCodes: string[] | null) => void;
  onBusy: (isBusy: boolean) => void;
};

/** First the number, then the code that was sent there. */
export function AddPhone({ suggestion, onAdded, onBusy }: AddPhoneProps) {
  const { begun, isBusy, problem, clearProblem, begin, sendAgain, startOver, finish } = useEnrolment(onAdded);
  // What was entered is still there for whoever comes back from the code.
  const [wish, setWish] = useState<PhoneWish>({ phone: '', friendlyName: suggestion, channel: 'sms' });
  const pause = useCountdown(PAUSE_S);
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  if (!begun) {
    return (
      <PhoneForm
        start={wish}
        isBusy={isBusy}
        problem={problem}
        onChange={clearProblem}
        onSubmit={(entered, checked) => {
          setWish(entered);
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
      <p className="muted" role="status">
        We have sent six digits to {wish.phone} by {CHANNEL_NAMES[wish.channel]}.
      </p>
      <FactorCodeForm submitLabel="Turn on" isBusy={isBusy} problem={problem} onChange={clearProblem} onCode={finish}>
        <Button
          variant="secondary"
          block
          disabled={isBusy || pause.left > 0}
          onClick={() => {
            pause.start();
            void sendAgain(wish.channel);
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
