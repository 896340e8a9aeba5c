import { visitorQuestionSchema } from '#contract/chat/visitor-chat.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

export const visitorRouter = router({
  /** Streams the answer in pieces, to clients that take a stream. */
  ask: publicProcedure.input(visitorQuestionSchema).mutation(async function* ({ ctx, input, signal }) {
    yield* ctx.services.visitor.answer(input, ctx.client, signal ?? new AbortController().signal);
  }),

  /** The same in one piece, in the field of spec §7 "visitor-chatbot". */
  answer: publicProcedure.input(visitorQuestionSchema).mutation(async ({ ctx, input, signal }) => ({
    response: await ctx.services.visitor.answerWhole(input, ctx.client, signal ?? new AbortController().signal),
  })),
});
