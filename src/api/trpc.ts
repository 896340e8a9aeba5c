import { createTRPCReact, type CreateTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '#server/trpc/root.ts';

/** The API of the signed-in area as hooks. This is the only place in the browser code that names the server's type. */
export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

export type { AppRouter };
