import { ChartColumn, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';

export type SampleMenuProps = { name: string; onExplain: () => void; onRemove: () => void };

/** The menu of a sample: there is nothing to edit or to analyze, which it says. It starts open. */
export function SampleMenu({ name, onExplain, onRemove }: SampleMenuProps) {
  return (
    <Menu label={`More for ${name}`} trigger={<EllipsisVertical className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem onClick={onExplain}>
        <Pencil className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.edit}
      </MenuItem>
      <MenuItem onClick={onExplain}>
        <ChartColumn className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.analytics}
      </MenuItem>
      <MenuItem danger onClick={onRemove}>
        <Trash2 className="icon sm" aria-hidden="true" />
        Remove samples
      </MenuItem>
    </Menu>
  );
}
