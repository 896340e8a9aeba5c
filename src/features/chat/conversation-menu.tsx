import { Ellipsis } from 'lucide-react';
import { MenuItem } from '#src/ui/menu-item.tsx';
import { Menu } from '#src/ui/menu.tsx';

/** The menu of one conversation, open from the start: it is loaded by the click that asks for it. */
export function ConversationMenu({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <Menu label={label} trigger={<Ellipsis className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem danger onClick={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
