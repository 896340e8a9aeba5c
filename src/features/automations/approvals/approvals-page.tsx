import { trpc } from '#src/api/trpc.ts';
import type { Approval, Approvals } from '#src/domain/automations/automation.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { AutomationTabs } from '../automation-tabs.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalsRail } from './approvals-rail.tsx';
import { useAnswer } from './use-answer.ts';
import './approvals.css';

/** How often to look for new questions. Background pages don't look. */
const POLL_MS = 20_000;
const HEADING = 'approvals';

/** What waits for the owner's answer, the soonest first. */
export function ApprovalsPage() {
  usePageTitle('Approvals');
  const approvals = trpc.powerUps.automations.approvals.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchInterval: POLL_MS,
  });
  return (
    <div className="main automations">
      <div className="page-head">
        <div>
          <h1 className="h1" id={HEADING} tabIndex={-1}>
            Approvals
          </h1>
          <p>Your automations are waiting for your answer on these.</p>
        </div>
      </div>
      <AutomationTabs waiting={approvals.data?.waiting.length} />
      <Loaded query={approvals} rows={3}>
        {(data) => (
          <div className="with-rail">
            <Waiting waiting={data.waiting} />
            <ApprovalsRail approvals={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Waiting({ waiting }: Pick<Approvals, 'waiting'>) {
  const answer = useAnswer();
  const soonest = waiting.toSorted((a, b) => a.deadline.localeCompare(b.deadline));
  /** The card that had the focus will be gone. */
  const focusAfter = ({ id }: Approval) => {
    const at = soonest.findIndex((one) => one.id === id);
    const next = soonest[at + 1] ?? soonest[at - 1];
    document.querySelector<HTMLElement>(`#${next ? `title-${next.id}` : HEADING}`)?.focus();
  };
  if (soonest.length === 0)
    return (
      <div className="card">
        <Empty
          figure={<AssistantAvatar id="opsie" size={72} />}
          title="Nothing is waiting for you"
          text="When an automation asks you first, you’ll find it here, in the bell, and in your inbox if you like."
        />
      </div>
    );
  return (
    <section className="stack" aria-label="Waiting for you">
      {soonest.map((approval, index) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          isFirst={index === 0}
          onAnswer={(given) => {
            focusAfter(approval);
            answer(approval, given);
          }}
        />
      ))}
    </section>
  );
}
