import { Ellipsis } from 'lucide-react';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { useOwnActions } from '../own-actions.ts';

export type OwnMenuProps = { template: Pick<TemplateSummary, 'id' | 'title'>; onPreview: () => void };

/** What can be done with a template that the person wrote. It starts open: the press that asks for it loads it. */
export function OwnMenu({ template, onPreview }: OwnMenuProps) {
  const { duplicate, download, remove } = useOwnActions(template);
  return (
    <Menu label={`More for ${template.title}`} trigger={<Ellipsis className="icon" aria-hidden="true" />} defaultOpen>
      <MenuItem onClick={onPreview}>{TEMPLATE_TEXTS.preview}</MenuItem>
      <MenuItem onClick={() => duplicate()}>Duplicate</MenuItem>
      <MenuItem onClick={() => download()}>Download</MenuItem>
      <MenuItem danger onClick={() => remove()}>
        Delete
      </MenuItem>
    </Menu>
  );
}
