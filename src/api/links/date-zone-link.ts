import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { inferRouterOutputs } from '@trpc/server';
import { setDateZone } from '#src/lib/text/format.ts';
import type { AppRouter } from '../trpc.ts';

type Profile = inferRouterOutputs<AppRouter>['profile']['get'];

/** Every answer with the profile says which time zone dates are in. It is set before the screens that asked for the profile are drawn. */
export const dateZoneLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        next: ({ result }) => {
          if (op.path !== 'profile.get' || result.type !== 'data') return;
          setDateZone((result.data as Profile).timeZone); // reason: what this procedure returns
        },
      }),
    );
