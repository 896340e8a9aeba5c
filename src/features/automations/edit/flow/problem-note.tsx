import { TriangleAlert } from 'lucide-react';
import { PREMIUM_TEMPLATES_TIER } from '#contract/billing/limits.ts';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import type { Problem } from '#contract/automations/find-problems.ts';
import type { Step } from '#contract/automations/steps.ts';
import { trpc } from '#src/api/trpc.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { useEditorContext } from '../editor-context.ts';

/** `Jonas` of `jonas@fernandkiln.example`, for sentences about an address; null if it doesn't look like a first name. */
function nameOfAddress(email: string): string | null {
  const [local = ''] = email.split('@');
  const [name = ''] = local.split(/[._-]/);
  const isGeneral = /^(?:info|hello|hi|team|office|mail|contact|sales|support|admin|studio|shop|news|noreply)$/i.test(
    name,
  );
  return /^[a-z]{3,}$/i.test(name) && !isGeneral ? name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() : null;
}

/** The note goes with what it was about, and the focus to the step. */
const mendStep = (stepId: string, change: () => void) => {
  change();
  document.getElementById(`head-${stepId}`)?.focus();
};

type ProblemNoteProps = { problem: Problem; step: Step | null };

/** What is wrong with a step, and the way to mend it. */
export function ProblemNote({ problem, step }: ProblemNoteProps) {
  const { open, openId } = useEditorContext();
  return (
    <div className="note warn prob">
      <TriangleAlert className="icon sm" aria-hidden="true" />
      <div className="grow">
        {problem.fix === 'confirm_address' && step?.kind === 'email' ? (
          <ConfirmAddress text={problem.text} step={step} />
        ) : problem.fix === 'upgrade' && step?.kind === 'ask' ? (
          <Locked text={problem.text} step={step} />
        ) : problem.fix === 'upgrade' && step?.kind === 'template' ? (
          <LockedTemplate text={problem.text} />
        ) : (
          <>
            <p>
              <b className="strong">{problem.text}</b>
            </p>
            {step && openId !== step.id && (
              <p className="row acts">
                <Button size="sm" variant="secondary" onClick={() => open(step.id, 'field')}>
                  Fix it
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function ConfirmAddress({ text, step }: { text: string; step: Extract<Step, { kind: 'email' }> }) {
  const { page, changeStep } = useEditorContext();
  const utils = trpc.useUtils();
  const name = nameOfAddress(step.to);
  const isAsked = page.recipients.some(({ email }) => email === step.to.toLowerCase());
  const asking = trpc.powerUps.automations.addRecipient.useMutation({
    onSuccess: async () => {
      toast.success({ title: 'Request sent', text: `We’ve emailed ${step.to}.` });
      await utils.powerUps.automations.get.invalidate({ automationId: page.automation.id });
    },
    onError: toastError,
  });
  return (
    <>
      <p>
        <b className="strong">{text}</b>{' '}
        {isAsked
          ? `We’ve asked. ${name ?? 'They'} ${name ? 'hasn’t' : 'haven’t'} said yes so far.`
          : `${name ?? 'They'} ${name ? 'has' : 'have'} to say yes before we send anything to this address.`}
      </p>
      <p className="row acts">
        <Button size="sm" variant="secondary" onClick={() => mendStep(step.id, () => changeStep(step, { to: 'me' }))}>
          Use {page.ownerEmail}
        </Button>
        <Button size="sm" variant="ghost" busy={asking.isPending} onClick={() => asking.mutate({ email: step.to })}>
          {isAsked ? 'Ask again' : `Ask ${name ?? 'them'} to confirm`}
        </Button>
      </p>
    </>
  );
}

function Locked({ text, step }: { text: string; step: Extract<Step, { kind: 'ask' }> }) {
  const { changeStep } = useEditorContext();
  const { openUpgrade } = useAccess();
  return (
    <>
      <p>
        <b className="strong">{text}</b>
      </p>
      <p className="row acts">
        <Button
          size="sm"
          variant="secondary"
          onClick={() => openUpgrade('assistant_locked', { assistantId: step.assistantId })}
        >
          See plans
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => mendStep(step.id, () => changeStep(step, { assistantId: 'brain_ai' }))}
        >
          Ask Brain AI instead
        </Button>
      </p>
    </>
  );
}

function LockedTemplate({ text }: { text: string }) {
  const { openUpgrade } = useAccess();
  return (
    <>
      <p>
        <b className="strong">{text}</b>
      </p>
      <p className="row acts">
        <Button
          size="sm"
          variant="secondary"
          onClick={() =>
            openUpgrade('feature_locked', { plan: PREMIUM_TEMPLATES_TIER, detail: PREMIUM_TEMPLATE_LOCKED })
          }
        >
          See plans
        </Button>
      </p>
    </>
  );
}
