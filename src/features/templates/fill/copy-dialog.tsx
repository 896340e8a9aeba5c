import { useEffect, useRef } from 'react';
import { Dialog } from '#src/ui/overlays/dialog.tsx';

type CopyDialogProps = { isOpen: boolean; onClose: () => void; text: string };

/** The text that the browser didn't let us copy, selected, so that one key copies it. */
export function CopyDialog({ isOpen, onClose, text }: CopyDialogProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.select();
  }, [isOpen]);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      width="middle"
      title="Copy it by hand"
      lead="Your browser didn’t let us copy the text. It’s selected below: press Ctrl+C, or Command+C on a Mac."
    >
      <textarea
        ref={box}
        className="textarea"
        aria-label="The text"
        rows={12}
        readOnly
        value={text}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  );
}
