import { followSchema } from '#contract/live.ts';
import { procedure, router } from '#server/trpc/init.ts';

/** What a browser is told as it happens. All its tabs share one connection, so everything live is an input of one subscription. */
export const liveRouter = router({
  follow: procedure.input(followSchema).subscription(async function* ({ ctx, input, signal }) {
    yield* ctx.services.chat.follow(ctx.userId, input.answers, signal ?? new AbortController().signal);
  }),
});
