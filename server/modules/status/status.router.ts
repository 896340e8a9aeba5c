import { publicProcedure, router } from '#server/trpc/init.ts';

export const statusRouter = router({
  get: publicProcedure.query(({ ctx }) => ctx.services.status.get()),
});
