import { ChevronDown, Plus } from 'lucide-react';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import type { BlankKind, EditBlank } from './edit-draft.ts';

export const KIND_NAMES: Record<BlankKind, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  list: 'List',
  choice: 'Choice',
};
export const BLANK_KINDS = Object.keys(KIND_NAMES) as BlankKind[]; // reason: the keys are the kinds

type InsertMenuProps = {
  blanks: readonly EditBlank[];
  onAdd: (kind: BlankKind) => void;
  onPlace: (blank: EditBlank) => void;
};

/** Puts a blank where the cursor is: a new one, or one that the text has already. */
export function InsertMenu({ blanks, onAdd, onPlace }: InsertMenuProps) {
  return (
    <Menu
      triggerClassName="btn secondary sm"
      trigger={
        <>
          <Plus className="icon sm" aria-hidden="true" />
          <span>Insert a blank</span>
          <ChevronDown className="icon sm" aria-hidden="true" />
        </>
      }
    >
      {BLANK_KINDS.map((kind) => (
        <MenuItem key={kind} onClick={() => onAdd(kind)}>{`New: ${KIND_NAMES[kind].toLowerCase()}`}</MenuItem>
      ))}
      {blanks.map((blank) => (
        <MenuItem key={blank.name} onClick={() => onPlace(blank)}>
          {blank.label || blank.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
