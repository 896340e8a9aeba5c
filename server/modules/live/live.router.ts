import { followSchema, type LiveStreamEvent } from '#contract/live.ts';
import { mergeStreams } from '#server/lib/concurrency/merge-streams.ts';
import { procedure, router } from '#server/trpc/init.ts';

/** What a browser is told as it happens. All its tabs share one connection, so everything live is an input of one subscription. */
export const liveRouter = router({
  follow: procedure.input(followSchema).subscription(async function* ({ ctx, input, signal }) {
    const { chat, notifications } = ctx.services;
    const leaving = new AbortController();
    const either = AbortSignal.any([leaving.signal, ...(signal ? [signal] : [])]);
    const sources: AsyncGenerator<LiveStreamEvent>[] = [];
    if (input.answers.length > 0) sources.push(chat.follow(ctx.userId, input.answers, either));
    if (input.bell) sources.push(notifications.follow(ctx.userId, either));
    try {
      yield* mergeStreams(sources);
    } finally {
      leaving.abort();
    }
  }),
});
