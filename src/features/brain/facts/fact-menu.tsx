import { EllipsisVertical } from 'lucide-react';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';

export type FactMenuProps = { label: string; onCorrect: () => void; onForget: () => void };

/** What a phone has no room for in a fact's row. It starts open: the tap that asks for it loads it. */
export function FactMenu({ label, onCorrect, onForget }: FactMenuProps) {
  return (
    <Menu label={label} trigger={<EllipsisVertical className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem onClick={onCorrect}>Correct</MenuItem>
      <MenuItem danger onClick={onForget}>
        Forget
      </MenuItem>
    </Menu>
  );
}
