import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { PasswordOnlyForm } from '#src/features/auth/sign-in/password-only-form.tsx';
import { SecondFactor } from '#src/features/auth/second-factor/second-factor.tsx';
import { apiClient } from '#src/api/api-client.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { askForPasskey, hasPasskeys } from '#src/domain/session/passkeys.ts';
import { Button } from '#src/ui/button.tsx';
import { EmailCode } from './email-code.tsx';

type Ways = Awaited<ReturnType<typeof apiClient.auth.reauthentication.ways.query>>;
type Way = 'factor' | 'password' | 'passkey' | 'email';
type ReauthenticationMethodsProps = { ways: Ways; onReauthenticated: () => void };

const LABELS: Record<Way, string> = {
  factor: 'Use a security code',
  password: 'Use your password',
  passkey: 'Use a passkey',
  email: 'Get a code by email',
};

/** The methods available to this person, the usual one first. */
function listWays({ factors, password, passkey, email }: Ways): Way[] {
  const counts: [Way, boolean][] = [
    ['factor', factors.length > 0],
    ['password', password],
    ['passkey', passkey && hasPasskeys()],
    ['email', email],
  ];
  return counts.filter(([, does]) => does).map(([way]) => way);
}

/** Re-authenticates by one of the person’s methods. */
export function ReauthenticationMethods({ ways, onReauthenticated }: ReauthenticationMethodsProps) {
  const { user } = useAuth();
  const all = listWays(ways);
  const [way, setWay] = useState(all[0] ?? 'email');
  const { reauthentication, factors } = apiClient.auth;

  return (
    <div className="stack">
      {way === 'factor' && (
        <SecondFactor
          factors={ways.factors}
          challenge={(factorId, channel) => factors.challenge.mutate({ factorId, channel })}
          verify={async (answer) => {
            await reauthentication.factor.mutate(answer);
            onReauthenticated();
          }}
          recover={async (code) => {
            await reauthentication.recoveryCode.mutate({ code });
            onReauthenticated();
          }}
        />
      )}
      {way === 'password' && (
        <PasswordOnlyForm
          email={user.email}
          submitText="Continue"
          busyText="Checking..."
          onPassword={async (password) => {
            await reauthentication.password.mutate({ password });
            onReauthenticated();
          }}
        />
      )}
      {way === 'passkey' && <ReauthenticateWithPasskey onReauthenticated={onReauthenticated} />}
      {way === 'email' && (
        <EmailCode
          email={user.email}
          onCode={async (code) => {
            await reauthentication.emailCode.mutate({ code });
            onReauthenticated();
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

function ReauthenticateWithPasskey({ onReauthenticated }: { onReauthenticated: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reauthenticate = async () => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { reauthentication } = apiClient.auth;
      const response = await askForPasskey(await reauthentication.passkeyOptions.mutate());
      if (response) {
        await reauthentication.passkey.mutate({ response });
        return onReauthenticated();
      }
      setProblem('That didn’t use a passkey. Try again, or choose another way.');
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
      <Button
        size="lg"
        block
        busy={isBusy}
        busyText="Waiting for your passkey..."
        onClick={() => void reauthenticate()}
      >
        <KeyRound className="icon" aria-hidden="true" />
        Use your passkey
      </Button>
    </>
  );
}
