import { useState } from 'react';
import { kindName } from '#contract/billing/usage-names.ts';
import { trpc } from '#src/api/trpc.ts';
import { BarChart } from '#src/ui/charts/bar-chart.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { Receipts } from './receipts.tsx';
import { MONTHLY_SHOWN, monthBars, type MonthlyKind } from './usage-months.ts';
import { UsageTable } from './usage-table.tsx';

const KINDS = MONTHLY_SHOWN.map((kind) => ({ value: kind, label: kindName(kind) }));

/** The use of the last twelve months, one kind at a time, and the statement of the chosen month. */
export function UsageHistory() {
  const history = trpc.usage.history.useQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  const [kind, setKind] = useState<MonthlyKind>('messages');
  return (
    <section className="stack" aria-labelledby="usage-history">
      <div className="row between billing-head">
        <h2 className="h2" id="usage-history">
          Usage history
        </h2>
        <Segment label="What to show" options={KINDS} value={kind} onChange={setKind} />
      </div>
      <Card className="stack">
        <Loaded query={history} rows={3}>
          {({ months }) => {
            const month = chosen ?? months.at(-1)?.month;
            if (month === undefined) return null;
            return (
              <>
                <p className="muted">{`${kindName(kind)} over the last twelve months. Choose a month to see what counted.`}</p>
                <BarChart label="Month" bars={monthBars(months, kind)} value={month} onChange={setChosen} />
                <UsageTable months={months} />
                <Receipts key={month} month={month} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </section>
  );
}
