import { useState } from 'react';
import { REAUTHENTICATION_CODE_MINUTES } from '#contract/account/reauthentication.ts';
import { CodeForm } from '#src/features/auth/second-factor/code-form.tsx';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';

/** The pause between two emails, in seconds. */
const PAUSE_S = 60;

type EmailCodeProps = { email: string; onCode: (code: string) => Promise<void> };

/** Emails six digits to the account's address and asks for them. */
export function EmailCode({ email, onCode }: EmailCodeProps) {
  const [sent, setSent] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const pause = useCountdown(PAUSE_S);

  const send = async () => {
    setIsSending(true);
    setProblem(undefined);
    try {
      await apiClient.auth.reauthentication.sendEmailCode.mutate();
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
          <p
            className="muted"
            role="status"
          >{`We sent a six-digit code to ${email}. It works for ${REAUTHENTICATION_CODE_MINUTES} minutes.`}</p>
          {/* Only the newest code works. */}
          <CodeForm key={sent} onCode={onCode} />
        </>
      ) : (
        <p className="muted">{`We’ll send a six-digit code to ${email}.`}</p>
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
