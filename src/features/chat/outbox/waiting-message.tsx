import { Clock } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { QuestionMessage } from '../thread/question-message.tsx';

type Props = { text: string; onTakeBack: () => void };

/** A message that goes out when the connection is back, or when the answer before it has ended. */
export function WaitingMessage({ text, onTakeBack }: Props) {
  return (
    <div className="waiting">
      <QuestionMessage text={text} />
      <p className="ended small muted">
        <Clock className="icon sm" aria-hidden="true" />
        Waiting to be sent
        <Button variant="ghost" size="sm" onClick={onTakeBack}>
          Take back
        </Button>
      </p>
    </div>
  );
}
