import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';

type InlineEditProps = {
  /** Shown while not editing. */
  summary: ReactNode;
  /** The button that opens the form. */
  label: string;
  children: (close: () => void) => ReactNode;
};

/** A line with a button that replaces it by a form. The focus moves into the form and back to the button. */
export function InlineEdit({ summary, label, children }: InlineEditProps) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(isOpen);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    place.current?.querySelector<HTMLElement>(isOpen ? 'input:not([hidden])' : 'button')?.focus();
  }, [isOpen]);

  return (
    <div ref={place}>
      {isOpen ? (
        children(() => setIsOpen(false))
      ) : (
        <div className="row between inline-edit">
          <div className="grow">{summary}</div>
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            {label}
          </Button>
        </div>
      )}
    </div>
  );
}
