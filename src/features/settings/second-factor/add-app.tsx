import { useEffect } from 'react';
import { NameForm } from './name-form.tsx';
import { ScanStep } from './scan-step.tsx';
import { useEnrollment } from './use-enrollment.ts';

type AddAppProps = {
  suggestion: string;
  onAdded: (recoveryCodes: string[] | null) => void;
  onBusy: (isBusy: boolean) => void;
};

/** Asks for a name first, then shows the secret and asks for a code to confirm that the app has it. */
export function AddApp({ suggestion, onAdded, onBusy }: AddAppProps) {
  const { begun, isBusy, problem, clearProblem, begin, finish } = useEnrollment(onAdded);
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  if (begun?.totp) {
    return <ScanStep totp={begun.totp} isBusy={isBusy} problem={problem} onChange={clearProblem} onCode={finish} />;
  }
  return (
    <div className="stack">
      <p className="muted">
        Any authenticator app works: the one in your phone or password manager, Google Authenticator, Aegis or 2FAS.
      </p>
      <NameForm
        name={suggestion}
        submitLabel="Continue"
        busyText="One moment..."
        isBusy={isBusy}
        problem={problem}
        onChange={clearProblem}
        onSubmit={(friendlyName) => void begin({ factorType: 'totp', friendlyName })}
      />
    </div>
  );
}
