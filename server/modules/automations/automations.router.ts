import {
  answerApprovalSchema,
  approvalEmailsSchema,
  chooseActiveSchema,
  createAutomationSchema,
  describeSchema,
  duplicateAutomationSchema,
  listRunsSchema,
  oneApprovalSchema,
  oneAutomationSchema,
  oneRunSchema,
  pauseAllSchema,
  recipientSchema,
  restoreVersionSchema,
  saveDraftSchema,
  setMinutesSavedSchema,
  setOnSchema,
  settleUnknownSchema,
  startRehearsalSchema,
  startRunSchema,
  tryStepSchema,
} from '#contract/automations/automation-inputs.ts';
import { triggerSchema } from '#contract/automations/triggers.ts';
import { procedure, router } from '#server/trpc/init.ts';

const done = { ok: true as const };

export const automationsRouter = router({
  overview: procedure.query(({ ctx }) => ctx.services.automations.overview(ctx.userId)),
  get: procedure
    .input(oneAutomationSchema)
    .query(({ ctx, input }) => ctx.services.automations.get(ctx.userId, input.automationId)),
  create: procedure
    .input(createAutomationSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.create(ctx.userId, input)),
  saveDraft: procedure
    .input(saveDraftSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.saveDraft(ctx.userId, input)),
  publish: procedure
    .input(oneAutomationSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.publish(ctx.userId, input.automationId)),
  setOn: procedure.input(setOnSchema).mutation(({ ctx, input }) => ctx.services.automations.setOn(ctx.userId, input)),
  restoreVersion: procedure
    .input(restoreVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.restoreVersion(ctx.userId, input)),
  duplicate: procedure
    .input(duplicateAutomationSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.duplicate(ctx.userId, input)),
  remove: procedure.input(oneAutomationSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automations.remove(ctx.userId, input.automationId);
    return done;
  }),
  restore: procedure.input(oneAutomationSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automations.restore(ctx.userId, input.automationId);
    return done;
  }),
  hideSamples: procedure.mutation(async ({ ctx }) => {
    await ctx.services.automations.hideSamples(ctx.userId);
    return done;
  }),
  pauseAll: procedure.input(pauseAllSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automations.pauseAll(ctx.userId, input.isPaused);
    return done;
  }),
  chooseActive: procedure.input(chooseActiveSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automations.chooseActive(ctx.userId, input.automationIds);
    return done;
  }),
  setMinutesSaved: procedure.input(setMinutesSavedSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automations.setMinutesSaved(ctx.userId, input);
    return done;
  }),
  analytics: procedure
    .input(oneAutomationSchema)
    .query(({ ctx, input }) => ctx.services.automations.analytics(ctx.userId, input.automationId)),
  nextRuns: procedure.input(triggerSchema).query(({ ctx, input }) => ctx.services.automations.nextRuns(input)),
  newHook: procedure
    .input(oneAutomationSchema)
    .mutation(({ ctx, input }) => ctx.services.automations.newHook(ctx.userId, input.automationId)),

  runs: procedure.input(listRunsSchema).query(({ ctx, input }) => ctx.services.automationRuns.list(ctx.userId, input)),
  run: procedure
    .input(oneRunSchema)
    .query(({ ctx, input }) => ctx.services.automationRuns.get(ctx.userId, input.runId)),
  startRun: procedure
    .input(startRunSchema)
    .mutation(({ ctx, input }) => ctx.services.automationRuns.start(ctx.userId, input)),
  retryRun: procedure.input(oneRunSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automationRuns.retry(ctx.userId, input.runId);
    return done;
  }),
  cancelRun: procedure.input(oneRunSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automationRuns.cancel(ctx.userId, input.runId);
    return done;
  }),
  settleUnknown: procedure.input(settleUnknownSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.automationRuns.settleUnknown(ctx.userId, input);
    return done;
  }),

  approvals: procedure.query(({ ctx }) => ctx.services.approvals.list(ctx.userId)),
  waitingApprovals: procedure.query(({ ctx }) => ctx.services.approvals.countWaiting(ctx.userId)),
  answerApproval: procedure.input(answerApprovalSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.approvals.answer(ctx.userId, input);
    return done;
  }),
  takeBackApproval: procedure.input(oneApprovalSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.approvals.takeBack(ctx.userId, input.approvalId);
    return done;
  }),
  setApprovalEmails: procedure.input(approvalEmailsSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.approvals.setEmails(ctx.userId, input.isOn);
    return done;
  }),

  addRecipient: procedure.input(recipientSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.recipients.add(ctx.userId, input.email);
    return done;
  }),
  removeRecipient: procedure.input(recipientSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.recipients.remove(ctx.userId, input.email);
    return done;
  }),

  tryStep: procedure
    .input(tryStepSchema)
    .mutation(({ ctx, input }) => ctx.services.rehearsals.tryStep(ctx.userId, input)),
  describe: procedure
    .input(describeSchema)
    .mutation(({ ctx, input }) => ctx.services.rehearsals.describe(ctx.userId, input)),
  startRehearsal: procedure.input(startRehearsalSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.rehearsals.start(ctx.userId, input);
    return done;
  }),
  rehearsal: procedure
    .input(oneAutomationSchema)
    .query(({ ctx, input }) => ctx.services.rehearsals.find(ctx.userId, input.automationId)),
});
