import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '#src/ui/icon-button.tsx';

type RenameAndRemoveProps = { name: string; onRename: () => void; onRemove: () => void };

/** The two actions of a named item. */
export function RenameAndRemove({ name, onRename, onRemove }: RenameAndRemoveProps) {
  return (
    <>
      <IconButton label={`Rename ${name}`} title="Rename" onClick={onRename}>
        <Pencil className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <Trash2 className="icon" aria-hidden="true" />
      </IconButton>
    </>
  );
}
