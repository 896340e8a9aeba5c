import { z } from 'zod';
import { conversationIdSchema, idSchema } from '#contract/ids.ts';
import {
  addFactSchema,
  correctFactSchema,
  describeFactSchema,
  listFactsSchema,
  offeredTextSchema,
  pinFactSchema,
  resolveConflictSchema,
  severalFactsSchema,
} from '#contract/brain/fact-schemas.ts';
import { settleMemorySchema } from '#contract/brain/memory.ts';
import { procedure, router } from '#server/trpc/init.ts';

const oneFact = z.object({ factId: idSchema });
const done = { ok: true as const };

export const brainRouter = router({
  overview: procedure.query(({ ctx }) => ctx.services.brain.overview(ctx.userId)),

  list: procedure.input(listFactsSchema).query(({ ctx, input }) => ctx.services.brain.list(ctx.userId, input)),

  openConflicts: procedure.query(({ ctx }) => ctx.services.brain.openConflicts(ctx.userId)),

  ofConversation: procedure
    .input(z.object({ conversationId: conversationIdSchema }))
    .query(({ ctx, input }) => ctx.services.brain.ofConversation(ctx.userId, input.conversationId)),

  offeredText: procedure
    .input(offeredTextSchema)
    .query(({ ctx, input }) => ctx.services.brain.offeredText(ctx.userId, input)),

  add: procedure.input(addFactSchema).mutation(async ({ ctx, input }) => {
    const isAdded = await ctx.services.brain.add(ctx.userId, input);
    return { ...done, isAdded };
  }),

  correct: procedure.input(correctFactSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.correct(ctx.userId, input);
    return done;
  }),

  describe: procedure.input(describeFactSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.describe(ctx.userId, input);
    return done;
  }),

  confirm: procedure.input(oneFact).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.confirm(ctx.userId, [input.factId]);
    return done;
  }),

  pin: procedure.input(pinFactSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.pin(ctx.userId, input.factId, input.isPinned);
    return done;
  }),

  forget: procedure.input(oneFact).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.forget(ctx.userId, [input.factId]);
    return done;
  }),

  undo: procedure.input(oneFact).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.undo(ctx.userId, input.factId);
    return done;
  }),

  bringBack: procedure.input(oneFact).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.bringBack(ctx.userId, input.factId);
    return done;
  }),

  confirmFacts: procedure.input(severalFactsSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.confirm(ctx.userId, input.factIds);
    return done;
  }),

  forgetFacts: procedure.input(severalFactsSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.forget(ctx.userId, input.factIds);
    return done;
  }),

  bringBackFacts: procedure.input(severalFactsSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.restore(ctx.userId, input.factIds);
    return done;
  }),

  dismissDoubts: procedure.mutation(async ({ ctx }) => {
    await ctx.services.brain.dismissDoubts(ctx.userId);
    return done;
  }),

  erase: procedure.input(oneFact).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.erase(ctx.userId, input.factId);
    return done;
  }),

  resolve: procedure.input(resolveConflictSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.resolve(ctx.userId, input);
    return done;
  }),

  readAgain: procedure.mutation(async ({ ctx }) => {
    await ctx.services.brain.readAgain(ctx.userId);
    return done;
  }),

  dismissUnread: procedure.mutation(async ({ ctx }) => {
    await ctx.services.brain.dismissUnread(ctx.userId);
    return done;
  }),

  /** The owner's reply when a turn asks what to remember or forget, and Undo of what the turn did. */
  settleMemory: procedure.input(settleMemorySchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.settleMemory(ctx.userId, input);
    return done;
  }),

  setLearning: procedure.input(z.object({ learnsFromChats: z.boolean() })).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.setLearning(ctx.userId, input.learnsFromChats);
    return done;
  }),
});
