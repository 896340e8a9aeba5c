import { FileText, X } from 'lucide-react';
import { classNames } from '#src/ui/class-names.ts';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

export type FileTagViewProps = {
  name: string;
  /** How far it is, or that it's ready. */
  text: string;
  progress: { done: number; of: number } | null;
  problem: string | null;
  onRetry?: () => void;
  onRemove: () => void;
};

/** One file above the message box: how far it is, or why it couldn't be read. */
export function FileTagView({ name, text, progress, problem, onRetry, onRemove }: FileTagViewProps) {
  return (
    <li className={classNames('file-tag', problem !== null && 'danger')}>
      <FileText className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="row between small">
          <b className="strong name" dir="auto">
            {name}
          </b>
          {problem === null && <span className="muted xs num">{text}</span>}
        </p>
        {progress !== null && (
          <ProgressBar
            value={progress.done}
            max={progress.of}
            label={`${name}: progress`}
            text={text}
            tone="accent"
            bare
          />
        )}
        {problem !== null && (
          <p className="xs">
            <span>{problem}</span>{' '}
            {onRetry && (
              <button type="button" className="link" onClick={onRetry}>
                Try again
              </button>
            )}
          </p>
        )}
      </div>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <X className="icon sm" aria-hidden="true" />
      </IconButton>
    </li>
  );
}
