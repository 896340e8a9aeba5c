import { getQueryKey } from '@trpc/react-query';
import { apiClient } from '#src/api/api-client.ts';
import { queryClient } from '#src/api/query-client.ts';
import { trpc } from '#src/api/trpc.ts';

/** Starts reading what the Brain page begins with, while its code loads. The page itself reports a failure. */
export function prefetchBrain(): void {
  void queryClient().prefetchQuery({
    queryKey: getQueryKey(trpc.brain.overview, undefined, 'query'),
    queryFn: () => apiClient.brain.overview.query(),
  });
}
