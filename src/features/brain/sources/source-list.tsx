import { useCallback, useState, type ReactNode } from 'react';
import type { Source } from '#src/domain/brain/source.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { SOURCES_ID } from '../anchors.ts';
import { fileUploads, useFileUploads } from './file-uploads.ts';
import { SourceRow } from './source-row.tsx';
import { isReading } from '#src/domain/brain/source.ts';
import { UploadRow } from './upload-row.tsx';

const ChoosePagesDialog = lazyDialog(async () => (await import('./choose-pages-dialog.tsx')).ChoosePagesDialog);
const focusHeading = () => document.getElementById(SOURCES_ID)?.focus();

type SourceListProps = {
  sources: readonly Source[];
  /** Rows after these. */
  children?: ReactNode;
};

/** The documents and pages, with the files that are being uploaded. */
export function SourceList({ sources, children }: SourceListProps) {
  const uploads = useFileUploads();
  const [choosing, setChoosing] = useState<Source | null>(null);
  const endChoosing = useCallback(() => setChoosing(null), []);
  const known = new Set(sources.map(({ id }) => id));
  const busy = sources.filter(isReading).map(({ name }) => name);
  return (
    <>
      <p className="sr" role="status">
        {busy.length > 0 && `Reading ${busy.join(', ')}`}
      </p>
      <ul className="card rows" aria-labelledby={SOURCES_ID}>
        {uploads
          // The server has those already.
          .filter(({ id }) => !known.has(id))
          .map((upload) => (
            <UploadRow key={upload.id} upload={upload} onLeave={focusHeading} />
          ))}
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            onFiles={fileUploads.add}
            onLeave={focusHeading}
            onChoose={setChoosing}
          />
        ))}
        {children}
      </ul>
      <ChoosePagesDialog isOpen={choosing !== null} onClose={endChoosing} source={choosing} />
    </>
  );
}
