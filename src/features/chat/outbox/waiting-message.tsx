import { Clock } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import type { Outgoing } from './outbox.ts';
import { QuestionBubble } from '../thread/question-bubble.tsx';

type Props = { message: Pick<Outgoing, 'text' | 'files'>; onTakeBack: () => void };

/** A message that is sent once the connection is back, or once the answer before it has ended. */
export function WaitingMessage({ message, onTakeBack }: Props) {
  return (
    <div className="waiting">
      <QuestionBubble text={message.text} files={message.files} />
      <p className="ended small muted">
        <Clock className="icon sm" aria-hidden="true" />
        Waiting to send
        <Button variant="ghost" size="sm" onClick={onTakeBack}>
          Take back
        </Button>
      </p>
    </div>
  );
}
