import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import type { Step } from '#contract/automations/steps.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { useEditorContext } from '../editor-context.ts';
import { moveStep } from '../state/step-tree.ts';
import { MenuOnUse } from './menu-on-use.tsx';

/** What can be done with a step. */
export function StepMenu({ step }: { step: Step }) {
  const number = useEditorContext().numbers.get(step.id) ?? '';
  return (
    <MenuOnUse label={`More for step ${number}`} trigger={<EllipsisVertical className="icon sm" aria-hidden="true" />}>
      <Actions step={step} />
    </MenuOnUse>
  );
}

function Actions({ step }: { step: Step }) {
  const { definition, open, move, duplicate, remove } = useEditorContext();
  const canMove = (by: -1 | 1) => moveStep(definition.steps, step.id, by) !== definition.steps;
  return (
    <>
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
    </>
  );
}
