import { monthText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { ReceiptRow } from './receipt-row.tsx';
import { Refusal } from '../refusal.tsx';
import { amountText, MONTHLY_SHOWN } from './usage-months.ts';

/** The entries behind a month's bars, newest first: the ones that count add up to the bar. */
export function Receipts({ month }: { month: string }) {
  const statement = trpc.usage.receipts.useInfiniteQuery(
    { period: month },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = statement;
  return (
    <div className="stack">
      <h3 className="h4" id="receipts">
        {monthText(month)}
      </h3>
      <Loaded query={statement} rows={3}>
        {({ pages }) => {
          const receipts = pages.flatMap((page) => page.receipts);
          // The totals cover all pages, not just the first.
          const counted = pages[0]?.counted;
          const isEmpty = !counted || MONTHLY_SHOWN.every((kind) => counted[kind] === 0);
          return (
            <>
              {isEmpty ? (
                <p className="muted">You didn’t use anything this month.</p>
              ) : (
                <p className="strong num">
                  {`Counted: ${MONTHLY_SHOWN.map((kind) => amountText(kind, counted[kind])).join(', ')}`}
                </p>
              )}
              {receipts.length > 0 && (
                <ul aria-labelledby="receipts" className="billing-receipts">
                  {receipts.map((receipt) => (
                    <ReceiptRow key={receipt.id} receipt={receipt} />
                  ))}
                </ul>
              )}
              {isFetchNextPageError && <Refusal error={error} />}
              {hasNextPage && (
                <div className="row">
                  <Button
                    variant="secondary"
                    busy={isFetchingNextPage}
                    busyText="Loading..."
                    onClick={() => void fetchNextPage()}
                  >
                    Show more
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
