import { memo } from 'react';
import { LazyQuestionActions } from '../answers/answer-body.tsx';
import { QuestionBubble } from './question-bubble.tsx';
import type { QuestionActionsProps } from './question-actions.tsx';

/** A question that the server has, with its actions. */
export const QuestionMessage = memo(function QuestionMessage(props: QuestionActionsProps) {
  return (
    <QuestionBubble text={props.message.content}>
      <LazyQuestionActions {...props} />
    </QuestionBubble>
  );
});
