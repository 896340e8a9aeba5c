import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { MenuItem } from '#src/ui/menu-item.tsx';

/** The menu of one conversation, open from the start: it is loaded by the click that asks for it. */
export function ConversationMenu({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <BaseMenu.Root modal={false} defaultOpen>
      <BaseMenu.Trigger className="iconbtn" aria-label={label}>
        <Ellipsis className="icon" aria-hidden="true" />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="menu-positioner" align="end" sideOffset={4}>
          <BaseMenu.Popup className="menu-popup">
            <MenuItem danger onClick={onDelete}>
              Delete
            </MenuItem>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
