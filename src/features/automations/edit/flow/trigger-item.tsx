import { CalendarDays, EllipsisVertical, Pencil } from 'lucide-react';
import { keepPreviousData } from '@tanstack/react-query';
import { triggerSentence } from '#contract/automations/sentences.ts';
import { trpc } from '#src/api/trpc.ts';
import { classNames } from '#src/ui/class-names.ts';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { StepTile, TRIGGER_ICONS } from '../../step-tile.tsx';
import { TRIGGER, useEditorContext } from '../editor-context.ts';
import { nextRunsText } from '../trigger/next-runs-text.ts';
import { TriggerEditor } from '../trigger/trigger-editor.tsx';
import { AddMenu } from './add-menu.tsx';
import { MenuOnUse } from './menu-on-use.tsx';
import { StepCard } from './step-card.tsx';

const NO_SAMPLES = {};

/** What starts the automation: the first card of the flow. */
export function TriggerItem() {
  const { definition, problems, openId, open } = useEditorContext();
  const { trigger } = definition;
  const isOpen = openId === TRIGGER;
  const problem = definition.steps.length === 0 ? undefined : problems.find(({ stepId }) => stepId === null);
  return (
    <li className={classNames(isOpen && 'open', problem && !isOpen && 'problem')}>
      <StepTile icon={TRIGGER_ICONS[trigger.kind]} tone={problem && !isOpen ? 'warn' : undefined} />
      <div>
        <StepCard
          id={TRIGGER}
          number="1"
          sentence={triggerSentence(trigger)}
          step={null}
          samples={NO_SAMPLES}
          problem={problem}
          lines={<NextRuns />}
          menu={
            <MenuOnUse label="More for step 1" trigger={<EllipsisVertical className="icon sm" aria-hidden="true" />}>
              <MenuItem onClick={() => open(TRIGGER, 'field')}>
                <Pencil className="icon sm" aria-hidden="true" />
                Edit
              </MenuItem>
            </MenuOnUse>
          }
          editor={<TriggerEditor trigger={trigger} />}
        />
        <div className="addrow">
          <AddMenu look="plus" place={{ parent: null, index: 0 }} where="after step 1" />
        </div>
      </div>
    </li>
  );
}

/** The next five times of the schedule, as the server reckons them. */
function NextRuns() {
  const { trigger } = useEditorContext().definition;
  const isSchedule = trigger.kind === 'schedule';
  const { data } = trpc.powerUps.automations.nextRuns.useQuery(trigger, {
    enabled: isSchedule,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const text = isSchedule && data ? nextRunsText(data, trigger.timeZone) : '';
  if (!isSchedule) return null;
  return (
    <p className="else num">
      <CalendarDays className="icon sm" aria-hidden="true" />
      <span>{text || (data ? 'This schedule never runs.' : 'Next runs: …')}</span>
    </p>
  );
}
