import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { FileButton } from '#src/ui/forms/file-button.tsx';
import { ACCEPTED_FILES } from '#src/domain/brain/accepted-files.ts';

export type DropZoneProps = {
  /** Whether files are held over the page. */
  isOver: boolean;
  onFiles: (files: File[]) => void;
};

/** Where files are dropped, or chosen with a click. The whole page takes them. */
export function DropZone({ isOver, onFiles, children }: DropZoneProps & { children: ReactNode }) {
  return (
    <FileButton accept={ACCEPTED_FILES} className={classNames('drop', isOver && 'over')} multiple onFiles={onFiles}>
      <Upload className="icon" aria-hidden="true" />
      {children}
    </FileButton>
  );
}
