import { visitorQuestionSchema } from '#contract/chat/visitor-chat.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

export const visitorRouter = router({
  /** Streams the answer in pieces, to clients that can read a stream. */
  ask: publicProcedure.input(visitorQuestionSchema).mutation(async function* ({ ctx, input, signal }) {
    yield* ctx.services.visitor.answer(input, ctx.client, signal ?? new AbortController().signal);
  }),

  /** The same in one piece, in the field `response` (VISITOR-6). */
  answer: publicProcedure.input(visitorQuestionSchema).mutation(async ({ ctx, input, signal }) => ({
    response: await ctx.services.visitor.answerWhole(input, ctx.client, signal ?? new AbortController().signal),
  })),
});
