import { Plus } from 'lucide-react';
import { STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { allSteps } from '#contract/automations/all-steps.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { STEP_MENU, viewOfKind } from '../../steps/step-views.ts';
import { useEditorContext } from '../editor-context.ts';
import { fitsAt, type Place } from '../state/step-tree.ts';
import { MenuOnUse } from './menu-on-use.tsx';

/** For finding out whether a step of a kind fits: what it says makes no difference. */
const ANY = { id: 'snew', text: '', assistantId: 'brain_ai', automationName: '' } as const;

const CLASS_OF = { plus: 'add', button: 'btn secondary', link: 'text-button' } as const;

type AddMenuProps = {
  place: Place;
  /** Where the step goes, such as "after step 2". */
  where: string;
  look: 'plus' | 'button' | 'link';
};

/** Adds a step at a place: what kinds there are, each with a sentence. */
export function AddMenu({ place, where, look }: AddMenuProps) {
  return (
    <MenuOnUse
      triggerClassName={CLASS_OF[look]}
      label={look === 'button' ? undefined : `Add a step ${where}`}
      trigger={
        <>
          {look !== 'link' && <Plus className="icon sm" aria-hidden="true" />}
          {look !== 'plus' && <span>Add a step</span>}
        </>
      }
    >
      <Kinds place={place} />
    </MenuOnUse>
  );
}

function Kinds({ place }: Pick<AddMenuProps, 'place'>) {
  const { add, definition } = useEditorContext();
  if (allSteps(definition.steps).length >= STEPS_MAX)
    return <p className="menu-head small">An automation has at most {STEPS_MAX} steps.</p>;
  const fitting = STEP_MENU.map((kind) => ({ kind, view: viewOfKind(kind) })).filter(({ view }) =>
    fitsAt(definition.steps, place.parent, view.begin(ANY)),
  );
  return fitting.map(({ kind, view: { icon: Icon, name, hint } }) => (
    <MenuItem key={kind} onClick={() => add(place, kind)}>
      <Icon className="icon" aria-hidden="true" />
      <span className="what">
        <span>{name}</span>
        <small>{hint}</small>
      </span>
    </MenuItem>
  ));
}
