import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { apiClient } from '#src/lib/api-client.ts';
import { monthName } from '#src/lib/month-name.ts';
import { trpc } from '#src/lib/trpc.ts';
import { SHOWN_KINDS } from '#src/lib/usage-kinds.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { ReceiptRow } from './receipt-row.tsx';
import { Refusal } from './refusal.tsx';
import { amountText } from './usage-months.ts';

/** What a month's bar is made of, the newest first: the rows that count add up to it. */
export function Receipts({ month }: { month: string }) {
  const statement = useInfiniteQuery({
    // Below the name that tRPC's own cache gives it, so that what makes usage old makes this old too.
    queryKey: [...getQueryKey(trpc.usage.receipts), 'pages', month],
    queryFn: ({ pageParam }) => apiClient.usage.receipts.query({ period: month, cursor: pageParam }),
    initialPageParam: undefined as string | undefined, // reason: the first page has no cursor, the others have
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = statement;
  return (
    <div className="stack">
      <h3 className="h4" id="receipts">
        {monthName(month)}
      </h3>
      <Loaded query={statement} rows={3}>
        {({ pages }) => {
          const receipts = pages.flatMap((page) => page.receipts).filter(({ kind }) => SHOWN_KINDS.includes(kind));
          const counted = pages[0]?.counted;
          if (receipts.length === 0) return <p className="muted">Nothing was used in this month.</p>;
          return (
            <>
              {counted && (
                <p className="strong num">
                  Counted: {SHOWN_KINDS.map((kind) => amountText(kind, counted[kind])).join(', ')}
                </p>
              )}
              <ul aria-labelledby="receipts" className="billing-receipts">
                {receipts.map((receipt) => (
                  <ReceiptRow key={receipt.id} receipt={receipt} />
                ))}
              </ul>
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
