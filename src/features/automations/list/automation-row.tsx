import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { FAILURES_BEFORE_PAUSE } from '#contract/automations/automation-limits.ts';
import { triggerTitle } from '#contract/automations/sentences.ts';
import type { Automation, Sample } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useLazyMenu } from '#src/lib/lazy/use-lazy-menu.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { shareText } from '../figures.ts';
import { useTimeZone, whenWords } from '../times.ts';
import type { AutomationMenuProps } from './automation-menu.tsx';
import { useAutomationActions } from './use-automation-actions.ts';

const loadMenu = async () => (await import('./automation-menu.tsx')).AutomationMenu;

function LazyMenu(props: AutomationMenuProps) {
  const { Menu, buttonProps } = useLazyMenu(loadMenu);
  if (Menu) return <Menu {...props} />;
  return (
    <IconButton label={`More for ${props.automation.name}`} {...buttonProps}>
      <EllipsisVertical className="icon" aria-hidden="true" />
    </IconButton>
  );
}

const PAUSED_BECAUSE = {
  plan: 'Paused because your plan has room for fewer.',
  failures: `Paused after ${FAILURES_BEFORE_PAUSE} failed runs in a row.`,
  loop: 'Paused because its own runs kept starting it again.',
};

/** Why runs are waiting, such as `2 runs are waiting. Automations can call other systems up to 200 times a day. …` */
function WaitingRuns({ waiting: { runs, reason }, id }: { waiting: NonNullable<Automation['waiting']>; id: string }) {
  return (
    <p className="small why">
      {runs > 1 && <span>{`${formatNumber(runs)} runs are waiting. `}</span>}
      <span>{reason.endsWith('.') ? reason : `${reason}.`}</span>{' '}
      <Link {...automationLinks.analytics(id)}>See its runs</Link>
    </p>
  );
}

type RowProps = {
  row: Pick<Automation | Sample, 'id' | 'name' | 'description' | 'assistantId' | 'isOn' | 'runs' | 'succeeded'>;
  name: ReactNode;
  badges?: ReactNode;
  /** What starts it. */
  trigger: ReactNode;
  note?: ReactNode;
  onSwitch: (isOn: boolean) => void;
  menu: ReactNode;
};

/** A row of the list: whose it is, what it does and when, how it did, and its switch. */
export function Row({ row, name, badges, trigger, note, onSwitch, menu }: RowProps) {
  const { id, description, assistantId, isOn, runs } = row;
  return (
    <li className="auto" data-assistant={assistantId}>
      <AssistantAvatar id={assistantId} size={44} />
      <div className="body">
        <h3 className="h4">
          <span id={`name-${id}`}>{name}</span>{' '}
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'Active' : 'Paused'}</Badge> {badges}
        </h3>
        <p className="muted">{description}</p>
        <p className="small when">
          <Zap className="icon sm" aria-hidden="true" />
          <span>{trigger}</span>
        </p>
        {note}
      </div>
      <dl className="num">
        <div>
          <dt>Runs</dt>
          <dd>{formatNumber(runs)}</dd>
        </div>
        <div>
          <dt>Success</dt>
          <dd>{shareText(row)}</dd>
        </div>
      </dl>
      <div className="ctl">
        <Switch isOn={isOn} onChange={onSwitch} labelledBy={`name-${id}`} />
        {menu}
      </div>
    </li>
  );
}

/** One of the owner's automations. */
export function AutomationRow({ automation }: { automation: Automation }) {
  const { id, name, trigger, isOn, pauseReason, nextRunAt, hasChanges, waiting } = automation;
  const actions = useAutomationActions(automation);
  const now = useNow();
  const zone = useTimeZone();
  return (
    <Row
      row={automation}
      name={<Link {...automationLinks.edit(id)}>{name}</Link>}
      badges={hasChanges && isOn && <Badge>Draft changes</Badge>}
      trigger={
        <>
          <span>{triggerTitle(trigger)}</span>
          {isOn && nextRunAt !== null && <span className="muted">{` · next ${whenWords(nextRunAt, now, zone)}`}</span>}
        </>
      }
      note={
        pauseReason !== null && !isOn ? (
          <p className="small why">
            <span>{PAUSED_BECAUSE[pauseReason]}</span>{' '}
            {pauseReason !== 'plan' && <Link {...automationLinks.analytics(id)}>See its runs</Link>}
          </p>
        ) : (
          waiting && <WaitingRuns waiting={waiting} id={id} />
        )
      }
      onSwitch={actions.setOn}
      menu={<LazyMenu automation={automation} actions={actions} />}
    />
  );
}
