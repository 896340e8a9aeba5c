import { EyeOff } from 'lucide-react';
import { memo } from 'react';
import { LazyQuestionActions } from '../answers/answer-body.tsx';
import { LearnedLine } from '../knowledge/learned-line.tsx';
import { PreferencesLine } from '../knowledge/preferences-line.tsx';
import { MemoryLine } from '../memory/memory-line.tsx';
import { LinkedText } from './linked-text.tsx';
import { QuestionBubble } from './question-bubble.tsx';
import type { QuestionActionsProps } from './question-actions.tsx';

/** `isMarked`: it was asked in private, and its conversation is shared by now. */
type QuestionMessageProps = QuestionActionsProps & { isMarked: boolean };

/** A question that the server has, with its actions. */
export const QuestionMessage = memo(function QuestionMessage({ isMarked, ...props }: QuestionMessageProps) {
  return (
    <QuestionBubble text={<LinkedText text={props.message.content} />} files={props.message.files}>
      <div className="question-foot">
        {isMarked && (
          <span className="private-mark small" title="Said while this chat was private">
            <EyeOff className="icon sm" aria-hidden="true" />
            Private
          </span>
        )}
        <LazyQuestionActions {...props} />
        <LearnedLine questionId={props.message.id} />
        <PreferencesLine questionId={props.message.id} />
        <MemoryLine questionId={props.message.id} />
      </div>
    </QuestionBubble>
  );
});
