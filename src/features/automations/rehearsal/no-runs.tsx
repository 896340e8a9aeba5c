import { Link } from '@tanstack/react-router';
import { REHEARSAL_DAYS } from '#contract/automations/automation-limits.ts';
import { timeText, weekdayDayText } from '#contract/dates.ts';
import type { AutomationPage, Rehearsal } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Empty } from '#src/ui/feedback/empty.tsx';

/** Its schedule leaves out all of these days. */
export function NoRuns({ rehearsal, page }: { rehearsal: Rehearsal; page: AutomationPage }) {
  const { nextRunAt, timeZone } = rehearsal;
  const { id, assistantId } = page.automation;
  return (
    <div className="card">
      <Empty
        figure={<AssistantAvatar id={assistantId} size={72} />}
        title={`Nothing runs in the next ${REHEARSAL_DAYS} days`}
        text={
          nextRunAt === null
            ? 'Its schedule never runs.'
            : `It would run next on ${weekdayDayText(nextRunAt, timeZone)} at ${timeText(nextRunAt, timeZone)}.`
        }
      >
        <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.edit(id)}>
          Change the schedule
        </Link>
      </Empty>
    </div>
  );
}
