import { useState } from 'react';
import { CHANNEL_NAMES, CHANNELS, CODE_GAP_S, type Channel } from '#contract/account/factor-limits.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import '../ways.css';

type PhoneCodeProps = {
  /** The phone number, masked so that its owner recognizes it. */
  phone: string | null | undefined;
  send: (channel: Channel) => Promise<{ id: string }>;
  onCode: (challengeId: string, code: string) => Promise<void>;
};

/** Sends a code to a phone, by the chosen channel, and asks for it. */
export function PhoneCode({ phone, send, onCode }: PhoneCodeProps) {
  const [sent, setSent] = useState<{ challengeId: string; channel: Channel }>();
  const [sending, setSending] = useState<Channel>();
  const [problem, setProblem] = useState<string>();
  const pause = useCountdown(CODE_GAP_S);

  const sendBy = async (channel: Channel) => {
    setSending(channel);
    setProblem(undefined);
    try {
      setSent({ challengeId: (await send(channel)).id, channel });
      pause.start();
    } catch (error) {
      setProblem(errorText(error));
    }
    setSending(undefined);
  };
  const words = (channel: Channel) => {
    if (!sent) return `Send a code by ${CHANNEL_NAMES[channel]}`;
    return pause.left > 0
      ? `Send by ${CHANNEL_NAMES[channel]} in ${pause.left} s`
      : `Send another by ${CHANNEL_NAMES[channel]}`;
  };
  const buttons = CHANNELS.map((channel) => (
    <Button
      key={channel}
      variant={sent || channel === 'whatsapp' ? 'secondary' : 'primary'}
      size={sent ? 'md' : 'lg'}
      block
      busy={sending === channel}
      busyText="Sending..."
      disabled={sending !== undefined || pause.left > 0}
      onClick={() => void sendBy(channel)}
    >
      {words(channel)}
    </Button>
  ));

  return (
    <div className="stack">
      {sent && (
        <>
          <p
            className="muted"
            role="status"
          >{`We sent a code by ${CHANNEL_NAMES[sent.channel]} to ${phone ?? 'your phone'}.`}</p>
          {/* A new code starts a new challenge, and so a new form. */}
          <CodeForm key={sent.challengeId} onCode={(code) => onCode(sent.challengeId, code)} />
        </>
      )}
      {!sent && <p className="muted">{`We’ll send a six-digit code to ${phone ?? 'your phone'}.`}</p>}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className={sent ? 'auth-two' : 'stack'}>{buttons}</div>
    </div>
  );
}
