import { Clock } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { QuestionBubble } from '../thread/question-bubble.tsx';

type Props = { text: string; onTakeBack: () => void };

/** A message that is sent once the connection is back, or once the answer before it has ended. */
export function WaitingMessage({ text, onTakeBack }: Props) {
  return (
    <div className="waiting">
      <QuestionBubble text={text} />
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
