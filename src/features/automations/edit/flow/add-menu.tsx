import { Plus } from 'lucide-react';
import type { StepKind } from '#contract/automations/steps.ts';
import { STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { allSteps } from '#contract/automations/all-steps.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { STEP_ICONS } from '../../step-tile.tsx';
import { useEditorContext } from '../editor-context.ts';
import { fitsAt, type Place } from '../state/step-tree.ts';
import { MenuOnUse } from './menu-on-use.tsx';

const CHOICES: { kind: StepKind; name: string; hint: string }[] = [
  { kind: 'ask', name: 'Ask a teammate', hint: 'They write an answer. Uses one message.' },
  { kind: 'approve', name: 'Ask me to approve', hint: 'Waits until you say yes, change it, or say no.' },
  { kind: 'condition', name: 'Check a condition', hint: 'Continues only if something is true.' },
  { kind: 'email', name: 'Send an email', hint: 'To you, or to an address that agreed.' },
  { kind: 'post', name: 'Put it into a conversation', hint: 'As a message from a teammate.' },
  { kind: 'notify', name: 'Notify me', hint: 'One line in the bell.' },
  { kind: 'template', name: 'Fill in a template', hint: 'One of your templates, with values.' },
  { kind: 'search', name: 'Look in the Brain', hint: 'Facts and documents about something.' },
  { kind: 'note', name: 'Suggest a fact to the Brain', hint: 'You confirm it there.' },
  { kind: 'wait', name: 'Wait', hint: 'For a while, or until a time.' },
  { kind: 'loop', name: 'Go through a list', hint: 'The same steps for each item.' },
  { kind: 'webhook', name: 'Call another program', hint: 'A signed call to a web address.' },
];
const NEST: Partial<Record<StepKind, true>> = { condition: true, loop: true };

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
          {look !== 'plus' && 'Add a step'}
        </>
      }
    >
      <Kinds place={place} />
    </MenuOnUse>
  );
}

function Kinds({ place }: Pick<AddMenuProps, 'place'>) {
  const { add, definition } = useEditorContext();
  const fits = fitsAt(definition.steps, place.parent, { kind: 'loop', id: 'snew', over: '', max: 1, steps: [] });
  if (allSteps(definition.steps).length >= STEPS_MAX)
    return <p className="menu-head small">An automation has at most {STEPS_MAX} steps.</p>;
  return CHOICES.filter(({ kind }) => fits || NEST[kind] === undefined).map(({ kind, name, hint }) => {
    const Icon = STEP_ICONS[kind];
    return (
      <MenuItem key={kind} onClick={() => add(place, kind)}>
        <Icon className="icon" aria-hidden="true" />
        <span className="what">
          {name}
          <small>{hint}</small>
        </span>
      </MenuItem>
    );
  });
}
