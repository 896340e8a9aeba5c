import { useEffect, useMemo, useState } from 'react';
import { findProblems, usesTemplates } from '#contract/automations/find-problems.ts';
import { valueText, type Value } from '#contract/automations/values.ts';
import { trpc } from '#src/api/trpc.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { DescribeForm } from './describe-form.tsx';
import { EditHead, RehearseLink, UndoButtons } from './edit-head.tsx';
import { EditorProvider, type Tried } from './editor-context.ts';
import { AddMenu } from './flow/add-menu.tsx';
import { MOVE_HINT } from './flow/step-card.tsx';
import { StepItem } from './flow/step-item.tsx';
import { TriggerItem } from './flow/trigger-item.tsx';
import { OneAtATimeCard } from './rail/one-at-a-time-card.tsx';
import { RecipientsCard } from './rail/recipients-card.tsx';
import { SwitchCard } from './rail/switch-card.tsx';
import { UsesCard } from './rail/uses-card.tsx';
import { VersionsCard } from './rail/versions-card.tsx';
import { ConflictNote, SaveStatus } from './save-status.tsx';
import { numbersOf } from '#contract/automations/all-steps.ts';
import { useSavedDraft } from './state/use-saved-draft.ts';
import { useSteps } from './state/use-steps.ts';
import { STEPS_HEADING, useUndoKeys } from './state/use-undo-keys.ts';

const NO_NAMES = {};
const SAMPLE_MAX = 60;
const sampleOf = (value: Value) => {
  const text = (Array.isArray(value) ? value.join(', ') : valueText(value)).replaceAll(/\s+/g, ' ').trim();
  return text.length > SAMPLE_MAX ? `${text.slice(0, SAMPLE_MAX - 1)}…` : text;
};

/** An automation as a list of sentences that can be changed. */
export function Editor({ page }: { page: AutomationPage }) {
  const saved = useSavedDraft(page);
  const { draft, flush, state } = saved;
  usePageTitle(draft.name);
  const { definition } = draft;
  const { said, ...actions } = useSteps(saved, page.automation.assistantId);
  const [tried, setTried] = useState<Record<string, Tried>>({});
  useUndoKeys(saved);

  const tier = trpc.profile.get.useQuery().data?.access.tier;
  const enabled = usesTemplates(definition.steps);
  const templates = trpc.powerUps.templates.list.useQuery(undefined, { enabled }).data?.templates;
  const owner = useMemo(
    () => ({
      // Until the plan is known, nothing is missing in it.
      tier: tier ?? ('ultimate' as const),
      email: page.ownerEmail,
      confirmedAddresses: page.recipients.flatMap(({ email, isConfirmed }) => (isConfirmed ? [email] : [])),
      templates,
    }),
    [tier, page.ownerEmail, page.recipients, templates],
  );
  const problems = useMemo(() => {
    const found = findProblems(definition, owner);
    // Some things about schedules only the server knows, once it has them.
    const ofTrigger = state === 'saved' ? page.problems.filter(({ stepId }) => stepId === null) : [];
    return found.some(({ stepId }) => stepId === null) ? found : [...ofTrigger, ...found];
  }, [definition, owner, page.problems, state]);
  const numbers = useMemo(() => numbersOf(definition.steps), [definition.steps]);
  const samples = {
    ...page.samples,
    ...Object.fromEntries(
      Object.entries(tried).flatMap(([stepId, { output }]) =>
        Object.entries(output).map(([field, value]) => [`${stepId}.${field}`, sampleOf(value)]),
      ),
    ),
  };
  const names = templates ? { templates: Object.fromEntries(templates.map(({ id, title }) => [id, title])) } : NO_NAMES;

  const restoring = trpc.powerUps.automations.restoreVersion.useMutation({ onError: toastError });
  const restore = async (version: number) => {
    if (!(await flush())) return;
    await restoring.mutateAsync({ automationId: page.automation.id, version });
    await saved.takeFromServer();
    toast.success({ title: `Version ${version} is back`, text: 'It’s your draft now. What’s running hasn’t changed.' });
  };
  useEffect(() => {
    // A draft whose card is gone: its undo took the step away.
    if (actions.openId !== null && actions.openId !== 'trigger' && !numbers.has(actions.openId)) actions.close('done');
  });

  return (
    <EditorProvider
      value={{
        page,
        definition,
        owner,
        problems,
        numbers,
        samples,
        names,
        tried,
        setTried: (stepId, result) => setTried((before) => ({ ...before, [stepId]: result })),
        flush,
        ...actions,
      }}
    >
      <div className="main automations automation-edit">
        <EditHead page={page} saved={saved} />
        <DescribeForm
          automationId={page.automation.id}
          flush={flush}
          onUse={(drafted) => {
            saved.change((before) => ({
              name: page.liveVersion === null ? drafted.name : before.name,
              description: page.liveVersion === null ? drafted.description : before.description,
              definition: drafted.definition,
            }));
            toast.success({ title: 'The draft is in place', text: 'Check each step. Undo brings back what you had.' });
          }}
        />
        <ConflictNote {...saved} />
        <div className="with-rail">
          <section aria-labelledby={STEPS_HEADING}>
            <div className="row between steps-head">
              <h2 className="h3" id={STEPS_HEADING} tabIndex={-1}>
                Steps
              </h2>
              <SaveStatus {...saved} />
            </div>
            <p className="sr" id={MOVE_HINT}>
              Press Alt and the up or down arrow key to move it.
            </p>
            <p className="sr" role="status">
              {said}
            </p>
            <ol className="flow edit">
              <TriggerItem />
              {definition.steps.map((step, index) => (
                <StepItem key={step.id} step={step} parent={null} index={index} />
              ))}
            </ol>
            <div className="add-last">
              <AddMenu look="button" place={{ parent: null, index: definition.steps.length }} where="at the end" />
            </div>
          </section>
          <aside className="stack rail" aria-label="About this automation">
            <SwitchCard />
            <OneAtATimeCard />
            <UsesCard />
            <VersionsCard onRestore={(version) => void restore(version).catch(() => undefined)} />
            <RecipientsCard />
          </aside>
        </div>
      </div>
      <section className="automation-bar" aria-label="Actions">
        <UndoButtons {...saved} />
        <RehearseLink automationId={page.automation.id} flush={flush} label="Rehearse 14 days" />
      </section>
    </EditorProvider>
  );
}
