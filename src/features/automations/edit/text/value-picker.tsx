import { Braces, CalendarDays, Clock, MessageSquare, type LucideIcon } from 'lucide-react';
import { findStep } from '../state/step-tree.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { TRIGGER_ICONS } from '../../step-tile.tsx';
import { viewOf } from '../../steps/step-views.ts';
import { useEditorContext, type KnownValue } from '../editor-context.ts';

const OF_THE_RUN: Record<string, LucideIcon> = {
  'run.day': Clock,
  'run.time': Clock,
  'run.yesterdays_chats': MessageSquare,
  'run.next_date': CalendarDays,
};

type ValuePickerProps = { known: readonly KnownValue[]; onPick: (reference: string) => void };

function useIconOf() {
  const { definition } = useEditorContext();
  return (reference: string): LucideIcon => {
    const source = reference.split('.')[0] ?? '';
    if (source === 'trigger') return TRIGGER_ICONS[definition.trigger.kind];
    const step = findStep(definition.steps, source);
    return step ? viewOf(step).icon : (OF_THE_RUN[reference] ?? Clock);
  };
}

/** The values that a text can hold, with what is in them right now: below the box that they go into. */
export function ValuePicker({ known, onPick }: ValuePickerProps) {
  const iconOf = useIconOf();
  return (
    <div className="pick">
      <p className="small">
        <b className="strong">Add a value</b> <span className="muted">with what’s in it right now</span>
      </p>
      <ul>
        {known.map(({ reference, label, sample }) => {
          const Icon = iconOf(reference);
          return (
            <li key={reference}>
              {/* The box keeps the focus, and with it the cursor. */}
              <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => onPick(reference)}>
                <Icon className="icon sm" aria-hidden="true" />
                <b>
                  <span className="sr">Add </span>
                  <span>{label}</span>
                </b>
                <span>{sample}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The same as a menu, for fields that rarely hold a value. */
export function ValueMenu({ known, onPick, label }: ValuePickerProps & { label: string }) {
  const iconOf = useIconOf();
  return (
    <Menu
      triggerClassName="iconbtn"
      label={`Add a value to: ${label}`}
      trigger={<Braces className="icon sm" aria-hidden="true" />}
    >
      {known.map(({ reference, label: name, sample }) => {
        const Icon = iconOf(reference);
        return (
          <MenuItem key={reference} onClick={() => onPick(reference)}>
            <Icon className="icon sm" aria-hidden="true" />
            <span className="what">
              <span>{name}</span>
              <small>{sample}</small>
            </span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
