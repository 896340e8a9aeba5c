import { TriangleAlert, Upload as UploadIcon, X } from 'lucide-react';
import type { Upload } from '#src/domain/brain/uploads.ts';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FileButton } from '#src/ui/forms/file-button.tsx';
import { ACCEPTED_FILES } from '#src/domain/brain/accepted-files.ts';
import { fileUploads } from './file-uploads.ts';

/** A file on its way to the server. */
export function UploadRow({ upload, onLeave }: { upload: Upload; onLeave: () => void }) {
  const { id, file, sentBytes, state, problem, canRetry } = upload;
  const hasFailed = state === 'failed';
  const sentText = `Uploading, ${Math.min(Math.round((sentBytes / file.size) * 100), 100)}%`;
  const leave = () => {
    onLeave();
    fileUploads.cancel(id);
  };
  return (
    <li className="source">
      <span className={classNames('itile sm', hasFailed && 'bad')}>
        {hasFailed ? (
          <TriangleAlert className="icon" aria-hidden="true" />
        ) : (
          <UploadIcon className="icon" aria-hidden="true" />
        )}
      </span>
      <div className="grow">
        <p className="strong">{file.name}</p>
        {hasFailed ? (
          <>
            <p className="small fail" role="alert">
              {problem}
            </p>
            <p className="row fixes">
              {canRetry === true && (
                <button type="button" className="text-button" onClick={() => fileUploads.retry(id)}>
                  Try again<span className="sr">{`: ${file.name}`}</span>
                </button>
              )}
              <FileButton
                accept={ACCEPTED_FILES}
                className="text-button"
                onFiles={(files) => {
                  leave();
                  fileUploads.add(files);
                }}
              >
                Choose another file<span className="sr">{` instead of ${file.name}`}</span>
              </FileButton>
              <button type="button" className="text-button" onClick={leave}>
                Remove<span className="sr">{` ${file.name}`}</span>
              </button>
            </p>
          </>
        ) : (
          <>
            <p className="xs muted">{state === 'waiting' ? 'Waiting to be uploaded' : sentText}</p>
            <ProgressBar
              label={`Uploading ${file.name}`}
              value={sentBytes}
              max={file.size}
              text={sentText}
              tone="accent"
              bare
            />
          </>
        )}
      </div>
      {!hasFailed && (
        <IconButton label={`Stop uploading ${file.name}`} title="Stop" onClick={leave}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
