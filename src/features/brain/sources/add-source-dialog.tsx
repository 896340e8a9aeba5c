import { useRef } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { SOURCES_ID } from '../anchors.ts';
import { AddSources } from './add-sources.tsx';
import type { DropZoneProps } from './drop-zone.tsx';

export type AddSourceDialogProps = DropZoneProps & { isOpen: boolean; onClose: () => void };

/** Adds files or a web page from anywhere on the page. */
export function AddSourceDialog({ isOpen, onClose, isOver, onFiles }: AddSourceDialogProps) {
  const hasAdded = useRef(false);
  const closeAfter = (): void => {
    hasAdded.current = true;
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Add a source"
      // Its row, which may be far below.
      returnFocusTo={() => (hasAdded.current ? document.getElementById(SOURCES_ID) : null)}
      lead="Your team can look things up in it. The facts they find wait for you to confirm them."
    >
      <div className="brain">
        <AddSources
          isOver={isOver}
          onFiles={(files) => {
            closeAfter();
            onFiles(files);
          }}
          onAdded={closeAfter}
        />
      </div>
    </Dialog>
  );
}
