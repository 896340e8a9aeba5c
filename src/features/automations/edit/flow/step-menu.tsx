import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import type { Step } from '#contract/automations/steps.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { useEditorContext } from '../editor-context.ts';
import { moveStep } from '../state/step-tree.ts';

/** What can be done with a step. */
export function StepMenu({ step }: { step: Step }) {
  const { definition, numbers, open, move, duplicate, remove } = useEditorContext();
  const number = numbers.get(step.id) ?? '';
  const canMove = (by: -1 | 1) => moveStep(definition.steps, step.id, by) !== definition.steps;
  return (
    <Menu label={`More for step ${number}`} trigger={<EllipsisVertical className="icon sm" aria-hidden="true" />}>
      <MenuItem onClick={() => open(step.id, 'field')}>
        <Pencil className="icon sm" aria-hidden="true" />
        Edit
      </MenuItem>
      {canMove(-1) && (
        <MenuItem onClick={() => move(step.id, -1)}>
          <ArrowUp className="icon sm" aria-hidden="true" />
          Move up
        </MenuItem>
      )}
      {canMove(1) && (
        <MenuItem onClick={() => move(step.id, 1)}>
          <ArrowDown className="icon sm" aria-hidden="true" />
          Move down
        </MenuItem>
      )}
      <MenuItem onClick={() => duplicate(step.id)}>
        <Copy className="icon sm" aria-hidden="true" />
        Duplicate
      </MenuItem>
      <MenuItem danger onClick={() => remove(step.id)}>
        <Trash2 className="icon sm" aria-hidden="true" />
        Delete
      </MenuItem>
    </Menu>
  );
}
