import { memo } from 'react';
import { LazyQuestionActions } from '../answers/answer-body.tsx';
import { LearnedLine } from '../knowledge/learned-line.tsx';
import { PreferencesLine } from '../knowledge/preferences-line.tsx';
import { QuestionBubble } from './question-bubble.tsx';
import type { QuestionActionsProps } from './question-actions.tsx';

/** A question that the server has, with its actions. */
export const QuestionMessage = memo(function QuestionMessage(props: QuestionActionsProps) {
  return (
    <QuestionBubble text={props.message.content} files={props.message.files}>
      <div className="question-foot">
        <LazyQuestionActions {...props} />
        <LearnedLine questionId={props.message.id} />
        <PreferencesLine questionId={props.message.id} />
      </div>
    </QuestionBubble>
  );
});
