import { memo } from 'react';

/** What the person asked, as they typed it. */
export const QuestionMessage = memo(function QuestionMessage({ text }: { text: string }) {
  return (
    <div className="msg me">
      <p className="bubble plain">
        <span className="sr">You: </span>
        {text}
      </p>
    </div>
  );
});
