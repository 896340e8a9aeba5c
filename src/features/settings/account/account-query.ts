import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Account = Outputs['account']['get'];
export type DeviceSession = Outputs['account']['sessions'][number];
export type WayIn = Outputs['account']['waysIn']['list'][number];
export type SecurityEvent = Outputs['account']['securityLog'][number];
export type Identity = Outputs['auth']['oauth']['identities'][number];
export type Factor = Outputs['auth']['factors']['list'][number];
export type Passkey = Outputs['auth']['passkeys']['list'][number];

/** The part of the account that the cards need. */
export type AccountQuery = { data: Account | undefined; error: unknown; refetch: () => Promise<unknown> };
