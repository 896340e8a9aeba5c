import type { ReactNode } from 'react';

type QuestionBubbleProps = {
  text: string;
  /** What can be done with it. */
  children?: ReactNode;
};

/** What the person asked, exactly as typed. */
export function QuestionBubble({ text, children }: QuestionBubbleProps) {
  return (
    <div className="msg me">
      <p className="bubble plain" dir="auto">
        {/* Its own direction, so that the question's is that of its text. */}
        <span className="sr" dir="ltr">
          You:{' '}
        </span>
        {text}
      </p>
      {children}
    </div>
  );
}
