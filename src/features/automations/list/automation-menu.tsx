import { Link } from '@tanstack/react-router';
import { ChartColumn, Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import type { Automation } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';

export type AutomationMenuProps = {
  automation: Pick<Automation, 'id' | 'name'>;
  actions: { duplicate: () => void; remove: () => void };
};

/** What can be done with an automation besides its switch. It starts open: the press that asks for it loads it. */
export function AutomationMenu({ automation: { id, name }, actions }: AutomationMenuProps) {
  return (
    <Menu label={`More for ${name}`} trigger={<EllipsisVertical className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem link={<Link {...automationLinks.edit(id)} />}>
        <Pencil className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.edit}
      </MenuItem>
      <MenuItem link={<Link {...automationLinks.analytics(id)} />}>
        <ChartColumn className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.analytics}
      </MenuItem>
      <MenuItem onClick={actions.duplicate}>
        <Copy className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.duplicate}
      </MenuItem>
      <MenuItem danger onClick={actions.remove}>
        <Trash2 className="icon sm" aria-hidden="true" />
        {AUTOMATION_TEXTS.delete}
      </MenuItem>
    </Menu>
  );
}
