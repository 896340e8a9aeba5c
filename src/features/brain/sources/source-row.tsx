import { Link } from '@tanstack/react-router';
import { TriangleAlert, X } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import type { Source } from '#src/domain/brain/source.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FileButton } from '#src/ui/forms/file-button.tsx';
import { ACCEPTED_FILES } from '#src/domain/brain/accepted-files.ts';
import { LazySourceMenu } from './lazy-source-menu.tsx';
import { useNewVersion } from './new-version.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { SourceIcon } from './source-icon.tsx';
import { isReading } from '#src/domain/brain/source.ts';
import { shortName, sourceLine, canChoosePages } from './source-words.ts';
import { useSourceActions } from './use-source-actions.ts';

const LazyReplaceDialog = lazyPart(async () => (await import('./replace-dialog.tsx')).ReplaceDialog);

type SourceRowProps = {
  source: Source;
  /** Adds other files in place of one that couldn't be read; null if it's added elsewhere, in its chat. */
  onFiles: ((files: File[]) => void) | null;
  /** The row is about to disappear, so the focus must move elsewhere. */
  onLeave: () => void;
  /** Opens the dialog for choosing a site's pages; null in lists of files only. */
  onChoose: ((source: Source) => void) | null;
};

/** A document or page: how far it is read, why it couldn't be, or what it taught. */
export const SourceRow = memo(function SourceRow({ source, onFiles, onLeave, onChoose }: SourceRowProps) {
  const { id, name, kind, state, problem, leftOut, progress, isUsed, readAt, waitsUntil, sameAs, replacesId } = source;
  const [isComparing, setComparing] = useState(false);
  const now = useNow();
  const actions = useSourceActions(source);
  const hasFailed = state === 'failed';
  const isRead = readAt !== null;
  const compare = useCallback(() => setComparing(true), []);
  useNewVersion(id, isRead && replacesId !== null, compare);
  const remove = () => {
    onLeave();
    actions.remove();
  };
  return (
    <li className="source" hidden={actions.isRemoving}>
      <span className={classNames('itile sm', hasFailed && 'bad')}>
        {hasFailed ? <TriangleAlert className="icon" aria-hidden="true" /> : <SourceIcon kind={kind} name={name} />}
      </span>
      <div className="grow">
        <p className="strong" title={shortName(name) === name ? undefined : name}>
          {isRead && !hasFailed ? (
            <Link to="/dashboard/brain/sources/$sourceId" params={{ sourceId: id }}>
              {shortName(name)}
            </Link>
          ) : (
            <span>{shortName(name)}</span>
          )}{' '}
          {!isUsed && <Badge tone="warning">Not used</Badge>}
        </p>
        <p className="xs muted">{sourceLine(source, now)}</p>
        {isReading(source) && waitsUntil === null && (
          <ProgressBar
            label={`Reading ${name}`}
            value={progress?.done ?? 0}
            max={progress?.of ?? 1}
            text={sourceLine(source, now)}
            tone="accent"
            bare
          />
        )}
        {!hasFailed && leftOut.length > 0 && <p className="xs muted">{leftOut.join(' ')}</p>}
        {replacesId !== null && isRead && (
          <p className="row fixes">
            <span className="small">You have a file with this name.</span>
            <button type="button" className="text-button" onClick={compare}>
              See what changes<span className="sr">{` in ${name}`}</span>
            </button>
          </p>
        )}
        {isComparing && <LazyReplaceDialog sourceId={id} name={name} onClose={() => setComparing(false)} />}
        {problem !== null && <p className="small fail">{problem}</p>}
        {!hasFailed && !isReading(source) && canChoosePages(source) && (
          <p className="row fixes">
            <button type="button" className="text-button" onClick={() => onChoose?.(source)}>
              Choose pages<span className="sr">{` of ${name}`}</span>
            </button>
          </p>
        )}
        {!hasFailed && sameAs !== null && (
          <p className="row fixes">
            <OpenOther sameAs={sameAs} name={name} />
          </p>
        )}
        {hasFailed && (
          <p className="row fixes">
            {sameAs !== null && <OpenOther sameAs={sameAs} name={name} />}
            {sameAs === null && kind === 'file' && onFiles !== null && (
              <FileButton
                accept={ACCEPTED_FILES}
                className="text-button"
                onFiles={(files) => {
                  onFiles(files);
                  remove();
                }}
              >
                Choose another file<span className="sr">{` instead of ${name}`}</span>
              </FileButton>
            )}
            {sameAs === null && kind !== 'file' && (
              <button
                type="button"
                className="text-button"
                disabled={actions.isRetrying}
                onClick={() => actions.readAgain()}
              >
                Try again<span className="sr">{`: ${name}`}</span>
              </button>
            )}
            <button type="button" className="text-button" onClick={remove}>
              Remove<span className="sr">{` ${name}`}</span>
            </button>
          </p>
        )}
      </div>
      {isReading(source) && !isRead && (
        <IconButton label={`Stop reading ${name}`} title="Stop" onClick={remove}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      )}
      {!hasFailed && (isRead || !isReading(source)) && (
        <LazySourceMenu source={source} actions={actions} onRemove={remove} onChoose={() => onChoose?.(source)} />
      )}
    </li>
  );
});

/** Links to the source that already has the same page. */
function OpenOther({ sameAs, name }: { sameAs: string; name: string }) {
  return (
    <Link className="text-button" to="/dashboard/brain/sources/$sourceId" params={{ sourceId: sameAs }}>
      Open it<span className="sr">{`: ${name}`}</span>
    </Link>
  );
}
