import { useNavigate } from '@tanstack/react-router';
import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import { trpc } from '#src/api/trpc.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { AutomationTabs } from '../automation-tabs.tsx';
import { RunList } from './run-list.tsx';

/** The runs of all automations. */
export function RunsPage() {
  usePageTitle('Runs');
  return (
    <div className="main automations">
      <div className="page-head">
        <div>
          <h1 className="h1">Runs</h1>
          <p>What your automations did. Runs are kept for {RUN_DAYS} days.</p>
        </div>
        <RunsFilter />
      </div>
      <AutomationTabs />
      <div className="stack">
        <RunList />
      </div>
    </div>
  );
}

/** Leads to the runs of one automation, which stand under its figures. */
export function RunsFilter({ automationId = '' }: { automationId?: string }) {
  const navigate = useNavigate();
  const automations = trpc.powerUps.automations.overview.useQuery().data?.automations ?? [];
  if (automations.length === 0) return null;
  return (
    <div className="runs-filter">
      <SelectField
        label="Automation"
        value={automationId}
        placeholder="All automations"
        options={automations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target: { value } }) =>
          void navigate(value === '' ? automationLinks.runs : automationLinks.analytics(value))
        }
      />
    </div>
  );
}
