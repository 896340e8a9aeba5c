import { useEffect, useId, useRef, useState } from 'react';
import { FEEDBACK_REASON_MAX } from '#contract/chat/chat.ts';
import { Button } from '#src/ui/button.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';

type FeedbackReasonProps = { isSaving: boolean; onSend: (reason: string) => void; onClose: () => void };

/** Asks, after a thumbs down, what was wrong. Answering is optional: the rating is saved without it. */
export function FeedbackReason({ isSaving, onSend, onClose }: FeedbackReasonProps) {
  const id = useId();
  const boxRef = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  useEffect(() => boxRef.current?.focus(), []);
  return (
    <form
      className="reason"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reason.trim());
      }}
    >
      <label htmlFor={id} className="label">
        What was wrong?
      </label>
      <input
        id={id}
        ref={boxRef}
        onKeyDown={(event) => pressedKey(event) === 'Escape' && onClose()}
        className="input"
        value={reason}
        maxLength={FEEDBACK_REASON_MAX}
        onChange={(event) => setReason(event.target.value)}
        autoComplete="off"
      />
      <div className="row">
        <Button type="submit" size="sm" variant="secondary" busy={isSaving} disabled={reason.trim() === ''}>
          Send
        </Button>
        <Button type="button" size="sm" variant="ghost" onClick={onClose}>
          Skip
        </Button>
      </div>
    </form>
  );
}
