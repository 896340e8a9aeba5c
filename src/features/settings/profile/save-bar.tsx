import { useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { LeaveGuard } from './leave-guard.tsx';

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onDiscard: () => void };

/** The footer of a form: save, or discard the changes. */
export function SaveBar({ isDirty, isSaving, onDiscard }: SaveBarProps) {
  const save = useRef<HTMLButtonElement>(null);
  const discard = () => {
    onDiscard();
    // The pressed button disappears, so move the focus.
    save.current?.focus();
  };
  return (
    <div className="row save-bar">
      <Button ref={save} type="submit" busy={isSaving} busyText="Saving...">
        Save changes
      </Button>
      {isDirty && !isSaving && (
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      <p className="small muted" role="status">
        {isDirty && !isSaving ? 'You have unsaved changes.' : ''}
      </p>
      <LeaveGuard isDirty={isDirty} />
    </div>
  );
}
