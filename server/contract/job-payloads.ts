import { z } from 'zod';
import { conversationIdSchema, messageIdSchema, userIdSchema } from './ids.ts';
import { BELL_TOPICS, MONEY_TOPICS, NOTICE_TOPICS } from './notices.ts';

const userId = userIdSchema;
const ofPerson = z.object({ userId });
const ofSource = z.object({ userId, sourceId: z.guid() });
const ofNotice = z.object({
  userId,
  topic: z.enum([...NOTICE_TOPICS, ...MONEY_TOPICS, ...BELL_TOPICS]),
  subject: z.string(),
});

/**
 * What the jobs of each queue carry: ids, and no data of a person, because a finished job is kept for a day. Repeated
 * jobs carry nothing. The queues are in `server/jobs/queues.ts`; statements add jobs, too (`enqueueJobs`).
 */
export const JOB_PAYLOADS = {
  'stripe-sync': z.object({ customerId: z.string().nullable(), sessionId: z.string().nullable() }),
  refund: ofPerson,
  'pay-page': ofPerson,
  'guest-purchase': z.object({ id: z.guid() }),
  'guest-email': z.object({
    id: z.guid(),
    // A job from before there were reminders and corrections says where to confirm.
    kind: z.enum(['confirm', 'reminder', 'ended']).default('confirm'),
    corrections: z.int().default(0),
  }),
  'account-deletion': ofPerson,
  'farewell-email': z.object({ userId, email: z.string() }),
  'account-email': z.object({
    kind: z.enum(['sign-up', 'confirmation', 'reset']),
    email: z.string(),
    askedAt: z.iso.datetime().optional(),
  }),
  'operator-email': z.object({
    setting: z.enum(['ACCOUNT_EMAIL_DAILY_CAP', 'SMS_DAILY_CAP']),
    used: z.int(),
    cap: z.int(),
    day: z.iso.date(),
  }),
  'notice-email': ofNotice,
  'digest-email': z.object({ userId, day: z.iso.date() }),
  push: ofNotice.extend({ sessionId: z.guid() }),
  'security-email': z.object({ userId, id: z.guid() }),
  'newsletter-confirmation': z.object({ id: z.guid() }),
  'newsletter-issue': z.object({ subscriberId: z.guid(), slug: z.string() }),
  'contact-email': z.object({ id: z.guid() }),
  'contact-receipt': z.object({ id: z.guid() }),
  learning: z.union([
    z.object({ userId, questionId: messageIdSchema }),
    z.object({ userId, factId: z.guid() }),
    // Does nothing unless the passage `from` is the first one due: another job reads those before it.
    z.object({ userId, sourceId: z.guid(), from: z.optional(z.guid()) }),
  ]),
  'file-reading': ofSource,
  // How many times in a row the website has asked us to slow down.
  'website-reading': ofSource.extend({ slowDowns: z.optional(z.int()) }),
  'source-reading': ofSource,
  'automation-event': z.discriminatedUnion('event', [
    z.object({ userId, event: z.literal('answer'), questionId: messageIdSchema, answerId: messageIdSchema }),
    z.object({ userId, event: z.literal('fact'), factId: z.guid(), chain: z.array(z.guid()) }),
    z.object({ userId, event: z.literal('source'), sourceId: z.guid() }),
  ]),
  'automation-rehearsal': z.object({ userId, automationId: z.guid(), rehearsalId: z.guid() }),
  summary: z.union([z.object({ userId, conversationId: conversationIdSchema }), ofSource]),
  embedding: ofPerson,
  'automation-run': z.object({ userId, runId: z.guid() }),
  // A job from before links had numbers means the first link.
  'approval-email': z.object({ userId, approvalId: z.guid(), linkNumber: z.int().default(0) }),
  'automation-due': z.object({ userId, automationId: z.guid() }),
} as const;
export type JobPayloads = { [Q in keyof typeof JOB_PAYLOADS]: z.output<(typeof JOB_PAYLOADS)[Q]> };
