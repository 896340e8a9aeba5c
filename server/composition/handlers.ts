import type { Db } from '#db/client.ts';
import { createSettleGivenUp } from '#server/jobs/given-up.ts';
import { doEach } from '#server/lib/concurrency/do-each.ts';
import type { Handlers } from '#server/jobs/run-job.ts';
import type { Log } from '#server/lib/log.ts';
import type { Services } from '#server/composition/services.ts';

/** What the jobs of each queue do. */
export function createHandlers(services: Services, log: Log, db: Db): Handlers {
  const { account, billing, newsletter, notices } = services;
  const afterGivenUp = { 'automation-run': services.automationJobs.giveUp };
  return {
    'given-up-jobs': createSettleGivenUp({ db, log, afterGivenUp }),
    'stripe-sync': billing.syncHint,
    refund: ({ userId }) => billing.carryOutRefund(userId),
    'pay-page': billing.settleExpiredPage,
    'guest-purchase': billing.settleGuestPurchase,
    'guest-email': billing.sendGuestEmail,
    'account-deletion': account.deleteForGood,
    'farewell-email': account.sendFarewell,
    'account-email': services.auth.sendLateEmail,
    'operator-email': services.capWarning.sendEmail,
    'notice-email': notices.sendEmail,
    'digest-email': notices.sendDigest,
    push: services.push.send,
    'security-email': services.securityLog.sendEmail,
    'newsletter-confirmation': newsletter.sendConfirmation,
    'newsletter-issue': newsletter.sendIssue,
    'contact-email': services.contact.sendMessage,
    'contact-receipt': services.contact.sendReceipt,
    learning: services.brain.learn,
    'file-reading': services.sources.read,
    'website-reading': services.sources.read,
    'source-reading': services.sources.moveReading,
    'automation-rehearsal': services.rehearsals.rehearse,
    'source-refresh': services.sources.refresh,
    summary: services.brain.summarize,
    embedding: services.brain.embed,
    'fact-dates': services.brain.applyDates,
    'automation-run': services.automationJobs.run,
    'approval-email': services.approvals.sendEmail,
    'automation-event': services.automationJobs.takeEvent,
    'automation-due': services.automationJobs.runWhenDue,
    'template-totals': services.templates.countTotals,
    'trial-notices': notices.addTrialNotices,
    'billing-notices': billing.addEmailsThatAreDue,
    'newsletter-plan': newsletter.planIssues,
    'status-check': services.status.check,
    purge: (_, { signal }) =>
      doEach(
        {
          sessions: services.sessions.sweep,
          attempts: services.attempts.sweep,
          tokens: services.tokens.sweep,
          oauth: services.oauth.sweep,
          factors: services.factors.sweep,
          passkeys: services.passkeys.sweep,
          'ways in': services.waysIn.sweep,
          usage: services.usage.sweep,
          // Must run before yesterday's counts are deleted: they tell whose runs have written something.
          'values of runs': services.keptValues.makeRoom,
          budgets: services.budgets.purge,
          conversations: services.chat.purge,
          sources: services.sources.purge,
          templates: services.templates.purge,
          'automation runs': services.automationRuns.purge,
          recipients: services.recipients.purge,
          automations: services.automations.purge,
          newsletter: newsletter.purge,
          contact: services.contact.purge,
          accounts: account.purge,
          billing: billing.purge,
          notifications: services.notifications.purge,
          'security log': services.securityLog.sweep,
          status: services.status.purge,
        },
        log,
        signal,
      ),
    reconciliation: (_, run) => billing.nightly(run),
  };
}
