import { Link } from '@tanstack/react-router';
import { Check, Minus, Pencil, Timer, X } from 'lucide-react';
import { useId } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { Approval, Approvals } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { toastError } from '#src/lib/app-error.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Switch } from '#src/ui/forms/switch.tsx';
import { useTimeZone } from '../times.ts';
import { answerLine } from './approval-words.ts';

function tileOf({ status, isEdited }: Approval) {
  if (status === 'approved') return { className: 'ok', Icon: isEdited ? Pencil : Check };
  if (status === 'late') return { className: 'warn', Icon: Timer };
  return { className: '', Icon: status === 'refused' ? X : Minus };
}

/** What was answered lately, and whether questions are emailed as well. */
export function ApprovalsRail({ approvals: { answered, emailsToo } }: { approvals: Approvals }) {
  const id = useId();
  const zone = useTimeZone();
  const utils = trpc.useUtils();
  const { mutate } = trpc.powerUps.automations.setApprovalEmails.useMutation({
    onMutate: async ({ isOn }) => {
      await utils.powerUps.automations.approvals.cancel();
      utils.powerUps.automations.approvals.setData(undefined, (list) => list && { ...list, emailsToo: isOn });
    },
    onError: toastError,
    onSettled: () => utils.powerUps.automations.approvals.invalidate(),
  });
  return (
    <aside className="stack" aria-label="Answers and emails">
      {answered.length > 0 && (
        <>
          <h2 className="h3">Recently answered</h2>
          <ul className="card rows answered">
            {answered.map((approval) => {
              const { className, Icon } = tileOf(approval);
              return (
                <li key={approval.id}>
                  <span className={classNames('itile sm', className)}>
                    <Icon className="icon" aria-hidden="true" />
                  </span>
                  <div className="grow">
                    <p className="strong">
                      <Link {...automationLinks.run(approval.runId)}>{approval.title}</Link>
                    </p>
                    <p className="xs muted">{answerLine(approval, zone)}</p>
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <section className="card stack side-card" aria-labelledby={`${id}-name`}>
        <div className="row between">
          <h2 className="strong" id={`${id}-name`}>
            Email me too
          </h2>
          <Switch
            isOn={emailsToo}
            onChange={(isOn) => mutate({ isOn })}
            labelledBy={`${id}-name`}
            describedBy={`${id}-what`}
          />
        </div>
        <p className="hint" id={`${id}-what`}>
          The link in the email shows you the text again before it does anything.
        </p>
      </section>
    </aside>
  );
}
