import { Plus } from 'lucide-react';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { AutomationsOverview } from '#src/domain/automations/automation.ts';
import { errorText, toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { AutomationTabs } from '../automation-tabs.tsx';
import { Figure } from '../figure.tsx';
import { activeText, summaryOf } from '../figures.ts';
import { AutomationRow } from './automation-row.tsx';
import { ListNotices, usePauseAll } from './list-notices.tsx';
import { SampleRows } from './sample-rows.tsx';
import { TemplateSection } from './template-section.tsx';
import { useCreate } from './use-create.ts';
import './list.css';

/** All automations: the owner's own, or the samples of a new account, and templates to start from. */
export function ListPage({ category }: { category: string | undefined }) {
  const overview = trpc.powerUps.automations.overview.useQuery();
  const { create, isCreating } = useCreate();
  const { data, error } = overview;
  return (
    <div className="main automations">
      <div className="page-head">
        <div>
          <h1 className="h1">Automations</h1>
          <p>
            Routines your team runs for you.{' '}
            {data && <span className="num">{`${activeText(data.usage, data.samples.length > 0)}.`}</span>}
          </p>
        </div>
        <Button busy={isCreating} busyText={LOADING} onClick={() => create()}>
          <Plus className="icon" aria-hidden="true" />
          {AUTOMATION_TEXTS.create}
        </Button>
      </div>
      <AutomationTabs />
      {data ? (
        <ListParts overview={data} category={category} />
      ) : error ? (
        <Empty title={errorText(error)}>
          <Button variant="secondary" onClick={() => void overview.refetch()}>
            {TRY_AGAIN}
          </Button>
        </Empty>
      ) : (
        <div className="stack" role="status" aria-label={LOADING}>
          <Skeleton shape="block" />
          <Skeleton shape="half" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      )}
    </div>
  );
}

function ListParts({ overview, category }: { overview: AutomationsOverview; category: string | undefined }) {
  const { automations, samples, templates } = overview;
  const utils = trpc.useUtils();
  const hiding = trpc.powerUps.automations.hideSamples.useMutation({
    onMutate: async () => {
      await utils.powerUps.automations.overview.cancel();
      utils.powerUps.automations.overview.setData(undefined, (list) => list && { ...list, samples: [] });
    },
    onError: toastError,
    onSettled: () => utils.powerUps.automations.overview.invalidate(),
  });
  const { isPending, pauseAll } = usePauseAll();
  const rows = [...automations, ...samples];
  const { active, runs, rate } = summaryOf(rows);
  return (
    <>
      <ListNotices overview={overview} />
      {rows.length > 0 && (
        <dl className="ledger" aria-label="Summary">
          <Figure value={formatNumber(active)} label="Active" />
          <Figure value={formatNumber(runs)} label="Total Runs" />
          <Figure value={rate} label="Success Rate" />
        </dl>
      )}
      <section className="stack" aria-labelledby="own">
        <div className="row between">
          <h2 className="h3" id="own" tabIndex={-1}>
            Your automations
          </h2>
          {samples.length > 0 && (
            <button type="button" className="text-button" onClick={() => hiding.mutate()}>
              Remove samples
            </button>
          )}
          {samples.length === 0 && active > 0 && !overview.isEverythingPaused && (
            <button type="button" className="text-button" disabled={isPending} onClick={() => pauseAll(true)}>
              Pause everything
            </button>
          )}
        </div>
        {rows.length > 0 ? (
          <ul className="card rows">
            {automations.map((automation) => (
              <AutomationRow key={automation.id} automation={automation} />
            ))}
            <SampleRows samples={samples} onRemove={() => hiding.mutate()} />
          </ul>
        ) : (
          <div className="card">
            <Empty
              figure={<AssistantAvatar id="opsie" size={72} />}
              title="No automations yet"
              text="Start from a template below, or create one and describe it in a sentence."
            />
          </div>
        )}
      </section>
      <TemplateSection templates={templates} category={category} />
    </>
  );
}
