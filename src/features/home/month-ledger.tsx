import { LOADING } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

/** The three figures of this month. */
export function MonthLedger() {
  const usage = trpc.usage.overview.useQuery();
  if (usage.error && !usage.data) {
    return (
      <section className="card row between" role="alert" aria-label="This month">
        <p>{errorText(usage.error)}</p>
        <Button variant="secondary" size="sm" onClick={() => void usage.refetch()}>
          Try Again
        </Button>
      </section>
    );
  }
  const { data } = usage;
  const figures = [
    {
      value: data?.messages.used,
      label: data ? `messages used of ${formatNumber(data.messages.limit)}` : 'messages used',
    },
    { value: data?.conversations, label: `${data?.conversations === 1 ? 'conversation' : 'conversations'} this month` },
    { value: data?.daysActive, label: `${data?.daysActive === 1 ? 'day' : 'days'} active this month` },
  ];
  return (
    <section className="ledger" aria-label="This month" aria-busy={!data}>
      {figures.map(({ value, label }, position) => (
        <div className="figure-stat" key={position}>
          {value === undefined ? <Skeleton shape="title" /> : <b className="num">{formatNumber(value)}</b>}
          <p className="muted">{label}</p>
        </div>
      ))}
      {!data && (
        <p className="sr" role="status">
          {LOADING}
        </p>
      )}
    </section>
  );
}
