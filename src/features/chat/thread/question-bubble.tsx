import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttachedFile } from '../outbox/outbox.ts';

type QuestionBubbleProps = {
  text: ReactNode;
  /** What came with it. */
  files: readonly AttachedFile[];
  /** What can be done with it. */
  children?: ReactNode;
};

/** What the person asked, exactly as typed, and the names of the files that came with it. */
export function QuestionBubble({ text, files, children }: QuestionBubbleProps) {
  return (
    <div className="msg me">
      <p className="bubble plain" dir="auto">
        {/* Its own direction, so that the question's is that of its text. */}
        <span className="sr" dir="ltr">
          You:{' '}
        </span>
        <span>{text}</span>
      </p>
      {files.length > 0 && (
        <ul className="sent-files" aria-label="Files">
          {files.map(({ id, name }) => (
            <li key={id} dir="auto">
              <Paperclip className="icon sm" aria-hidden="true" />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
