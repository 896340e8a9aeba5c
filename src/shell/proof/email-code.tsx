import { useState } from 'react';
import { PROOF_CODE_MINUTES } from '#contract/account/proof.ts';
import { CodeForm } from '#src/features/auth/code-form.tsx';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';

/** Between two mails, in seconds. */
const PAUSE_S = 60;

type EmailCodeProps = { email: string; onCode: (code: string) => Promise<void> };

/** Sends six digits to the account's address and asks for them. */
export function EmailCode({ email, onCode }: EmailCodeProps) {
  const [sent, setSent] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const pause = useCountdown(PAUSE_S);

  const send = async () => {
    setIsSending(true);
    setProblem(undefined);
    try {
      await apiClient.auth.proof.sendEmailCode.mutate();
      setSent(sent + 1);
      pause.start();
    } catch (error) {
      setProblem(errorText(error));
    }
    setIsSending(false);
  };

  return (
    <div className="stack">
      {sent > 0 ? (
        <>
          <p className="muted" role="status">
            We have sent six digits to {email}. They work for {PROOF_CODE_MINUTES} minutes.
          </p>
          {/* Only the newest code works. */}
          <CodeForm key={sent} onCode={onCode} />
        </>
      ) : (
        <p className="muted">We send six digits to {email}.</p>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <Button
        variant={sent > 0 ? 'secondary' : 'primary'}
        size={sent > 0 ? 'md' : 'lg'}
        block
        busy={isSending}
        busyText="Sending..."
        disabled={pause.left > 0}
        onClick={() => void send()}
      >
        {sent === 0 ? 'Send me a code' : pause.left > 0 ? `Send another in ${pause.left} s` : 'Send another'}
      </Button>
    </div>
  );
}
