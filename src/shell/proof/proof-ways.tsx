import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { PasswordOnlyForm } from '#src/features/auth/password-only-form.tsx';
import { SecondFactor } from '#src/features/auth/second-factor.tsx';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { askForPasskey, hasPasskeys } from '#src/domain/session/passkeys.ts';
import { Button } from '#src/ui/button.tsx';
import { EmailCode } from './email-code.tsx';

type Ways = Awaited<ReturnType<typeof apiClient.auth.proof.ways.query>>;
type Way = 'factor' | 'password' | 'passkey' | 'email';
type ProofWaysProps = { ways: Ways; onProved: () => void };

const LABELS: Record<Way, string> = {
  factor: 'Use a security code',
  password: 'Use your password',
  passkey: 'Use a passkey',
  email: 'Get a code by email',
};

/** The ways that count for this person, the usual one first. */
function listWays({ factors, password, passkey, email }: Ways): Way[] {
  const counts: [Way, boolean][] = [
    ['factor', factors.length > 0],
    ['password', password],
    ['passkey', passkey && hasPasskeys()],
    ['email', email],
  ];
  return counts.filter(([, does]) => does).map(([way]) => way);
}

/** Proves who somebody is, by one of their ways. */
export function ProofWays({ ways, onProved }: ProofWaysProps) {
  const { user } = useAuth();
  const all = listWays(ways);
  const [way, setWay] = useState(all[0] ?? 'email');
  const { proof, factors } = apiClient.auth;

  return (
    <div className="stack">
      {way === 'factor' && (
        <SecondFactor
          factors={ways.factors}
          challenge={(factorId, channel) => factors.challenge.mutate({ factorId, channel })}
          verify={async (answer) => {
            await proof.factor.mutate(answer);
            onProved();
          }}
          recover={async (code) => {
            await proof.recoveryCode.mutate({ code });
            onProved();
          }}
        />
      )}
      {way === 'password' && (
        <PasswordOnlyForm
          email={user.email}
          submitText="Continue"
          busyText="Checking..."
          onPassword={async (password) => {
            await proof.password.mutate({ password });
            onProved();
          }}
        />
      )}
      {way === 'passkey' && <PasskeyProof onProved={onProved} />}
      {way === 'email' && (
        <EmailCode
          email={user.email}
          onCode={async (code) => {
            await proof.emailCode.mutate({ code });
            onProved();
          }}
        />
      )}
      {all.length > 1 && (
        <ul className="auth-ways" aria-label="Other ways">
          {all
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <button type="button" className="link" onClick={() => setWay(other)}>
                  {LABELS[other]}
                </button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const prove = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { proof } = apiClient.auth;
      const response = await askForPasskey(await proof.passkeyOptions.mutate());
      if (response) {
        await proof.passkey.mutate({ response });
        return onProved();
      }
      setProblem('No passkey was used. Try again, or take another way.');
    } catch (error) {
      setProblem(errorText(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <Button size="lg" block busy={isBusy} busyText="Waiting for your passkey..." onClick={() => void prove()}>
        <KeyRound className="icon" aria-hidden="true" />
        Use your passkey
      </Button>
    </>
  );
}
