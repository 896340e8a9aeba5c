import { useState } from 'react';
import type { Channel, FactorType } from '#contract/account/factor-limits.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { CodeForm } from './code-form.tsx';
import { PhoneCode } from './phone-code.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import '../ways.css';

export type Factor = { id: string; factorType: FactorType; friendlyName: string; phone?: string | null };
export type FactorAnswer = { factorId: string; challengeId: string; code: string };

type SecondFactorProps = {
  factors: readonly Factor[];
  challenge: (factorId: string, channel?: Channel) => Promise<{ id: string }>;
  verify: (answer: FactorAnswer) => Promise<void>;
  recover: (code: string) => Promise<void>;
};

const RECOVERY = 'recovery';

/** Asks for the second factor, by any method this person has. */
export function SecondFactor({ factors, challenge, verify, recover }: SecondFactorProps) {
  const [way, setWay] = useState(factors[0]?.id ?? RECOVERY);
  const factor = factors.find(({ id }) => id === way);
  const others = [
    ...factors
      .filter(({ id }) => id !== way)
      .map(({ id, factorType, friendlyName }) => {
        return { id, label: `Use the ${factorType === 'totp' ? 'app' : 'phone'} ${quotedName(friendlyName)}` };
      }),
    ...(factor ? [{ id: RECOVERY, label: 'Use a recovery code' }] : []),
  ];
  const answerApp = (factorId: string) => async (code: string) => {
    const { id } = await challenge(factorId);
    await verify({ factorId, challengeId: id, code });
  };

  return (
    <div className="stack">
      {factor?.factorType === 'totp' && (
        <>
          <p className="muted">
            Open your authenticator app and enter the six-digit code for <strong>{factor.friendlyName}</strong>.
          </p>
          <CodeForm key={factor.id} hint="It changes every 30 seconds." onCode={answerApp(factor.id)} />
        </>
      )}
      {factor?.factorType === 'phone' && (
        <PhoneCode
          key={factor.id}
          phone={factor.phone}
          send={(channel) => challenge(factor.id, channel)}
          onCode={(challengeId, code) => verify({ factorId: factor.id, challengeId, code })}
        />
      )}
      {!factor && <RecoveryCodeForm onCode={recover} />}
      {others.length > 0 && (
        <ul className="auth-ways" aria-label="Other ways">
          {others.map(({ id, label }) => (
            <li key={id}>
              <button type="button" className="link" onClick={() => setWay(id)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
