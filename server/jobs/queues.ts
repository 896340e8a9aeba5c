import { z } from 'zod';
import { JOB_PAYLOADS } from '#contract/job-payloads.ts';
import { STATUS_CHECK_EVERY_MS } from '#contract/site/status.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { queue, type Queue } from './queue-settings.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Tried for a day: after 10 s, 20 s and so on, then every half hour. */
const EMAIL = {
  concurrency: 10,
  timeLimitMs: 2 * MINUTE_MS,
  retries: { times: 57, firstMs: 10 * SECOND_MS, maxMs: 30 * MINUTE_MS },
  oneOf: 'unfinished',
} as const;
/** Calls to Stripe are tried for about three days. */
const STRIPE = {
  concurrency: 4,
  timeLimitMs: 5 * MINUTE_MS,
  retries: { times: 110, firstMs: 5 * SECOND_MS, maxMs: 45 * MINUTE_MS },
  oneOf: 'unfinished',
} as const;
/** What the model does besides answering is tried for about a day. */
const MODEL = {
  concurrency: 4,
  timeLimitMs: 2 * MINUTE_MS,
  retries: { times: 12, firstMs: 10 * SECOND_MS, maxMs: 4 * 60 * MINUTE_MS },
} as const;
/** Reading a document, page or site is tried for about half an hour. */
const READING = {
  timeLimitMs: 15 * MINUTE_MS,
  retries: { times: 6, firstMs: 10 * SECOND_MS, maxMs: 10 * MINUTE_MS },
  oneOf: 'waiting',
} as const;
/** Work that comes around again anyway is only retried until then. */
const REPEATED = {
  payload: z.object({}),
  concurrency: 1,
  timeLimitMs: 10 * MINUTE_MS,
  retries: { times: 2, firstMs: 10 * SECOND_MS, maxMs: MINUTE_MS },
  oneOf: 'unfinished',
} as const;

/** Every kind of deferred work, in one place. What each does is in `server/composition/handlers.ts`. */
export const QUEUES = {
  /** Stripe reported something about a customer or a checkout session, or we changed what Stripe has to follow: read it again. */
  'stripe-sync': queue({
    ...STRIPE,
    payload: JOB_PAYLOADS['stripe-sync'],
    oneOf: 'waiting',
  }),
  /** The guarantee was used: refund everything. */
  refund: queue({ ...STRIPE, payload: JOB_PAYLOADS.refund }),
  /** A pay page has expired: was it paid? */
  'pay-page': queue({ ...STRIPE, payload: JOB_PAYLOADS['pay-page'] }),
  /** A guest's page has expired, or something is due about an unconfirmed purchase: a reminder or its end. */
  'guest-purchase': queue({ ...STRIPE, payload: JOB_PAYLOADS['guest-purchase'], oneOf: 'waiting' }),
  /** Tells a guest where to confirm, reminds them, or says that the purchase has ended. */
  'guest-email': queue({
    ...EMAIL,
    payload: JOB_PAYLOADS['guest-email'],
  }),
  /** The grace period of an account is over. */
  'account-deletion': queue({ ...STRIPE, payload: JOB_PAYLOADS['account-deletion'] }),
  /** To somebody whose account is gone, so the address is part of the job. */
  'farewell-email': queue({ ...EMAIL, payload: JOB_PAYLOADS['farewell-email'] }),
  /** Someone waited for it while the mail server was down. They may have no account, so the job has their address. */
  'account-email': queue({
    ...EMAIL,
    leavesNoDeadLetter: true,
    payload: JOB_PAYLOADS['account-email'],
  }),
  /** To the operator. */
  'operator-email': queue({
    ...EMAIL,
    payload: JOB_PAYLOADS['operator-email'],
  }),
  'notice-email': queue({ ...EMAIL, perPerson: 2, payload: JOB_PAYLOADS['notice-email'], oneOf: 'waiting' }),
  /** What wasn't read in the bell, for those who want one email a day. */
  'digest-email': queue({ ...EMAIL, payload: JOB_PAYLOADS['digest-email'] }),
  /** A browser shows a notification while no tab is open. It is news for minutes only. */
  push: queue({
    concurrency: 10,
    perPerson: 2,
    timeLimitMs: 30 * SECOND_MS,
    retries: { times: 5, firstMs: 5 * SECOND_MS, maxMs: 2 * MINUTE_MS },
    oneOf: 'unfinished',
    payload: JOB_PAYLOADS.push,
  }),
  /** One at a time, so that emails usually arrive in the order of the events. */
  'security-email': queue({ ...EMAIL, perPerson: 1, payload: JOB_PAYLOADS['security-email'] }),
  'newsletter-confirmation': queue({ ...EMAIL, payload: JOB_PAYLOADS['newsletter-confirmation'], oneOf: 'waiting' }),
  'newsletter-issue': queue({ ...EMAIL, payload: JOB_PAYLOADS['newsletter-issue'] }),
  /** A message from the contact form, to us. Its sender waits for a reply, so it is tried for a week. */
  'contact-email': queue({
    ...EMAIL,
    retries: { ...EMAIL.retries, times: 345 },
    payload: JOB_PAYLOADS['contact-email'],
  }),
  'contact-receipt': queue({ ...EMAIL, payload: JOB_PAYLOADS['contact-receipt'] }),
  /** An answer has ended, the owner typed a fact, or a source was read: read it for facts about the business. Tried for about a day. */
  learning: queue({
    ...MODEL,
    perPerson: 2,
    oneOf: 'unfinished',
    payload: JOB_PAYLOADS.learning,
  }),
  /** A file was added, or has to be read again. */
  'file-reading': queue({ ...READING, payload: JOB_PAYLOADS['file-reading'], concurrency: 4, perPerson: 2 }),
  /**
   * A page or site was added, or has to be read again. A site takes up to eight minutes, and each process reads two at
   * a time.
   */
  'website-reading': queue({ ...READING, payload: JOB_PAYLOADS['website-reading'], concurrency: 2, perPerson: 1 }),
  /** Jobs from before files and websites had their own queues. Each schedules its source in one of those. */
  'source-reading': queue({ ...READING, payload: JOB_PAYLOADS['source-reading'], concurrency: 4, perPerson: 2 }),
  /** Something happened that an automation of the same person listens to. Tried for about a day. */
  'automation-event': queue({
    ...MODEL,
    concurrency: 10,
    perPerson: 2,
    oneOf: 'unfinished',
    payload: JOB_PAYLOADS['automation-event'],
  }),
  /** The owner of an automation wants to see what it would do. What a failure leaves is shown, so it is tried once more only. */
  'automation-rehearsal': queue({
    concurrency: 2,
    perPerson: 1,
    timeLimitMs: 10 * MINUTE_MS,
    retries: { times: 1, firstMs: 5 * SECOND_MS, maxMs: 5 * SECOND_MS },
    oneOf: 'unfinished',
    payload: JOB_PAYLOADS['automation-rehearsal'],
  }),
  /** Checks whether a page or site should be read again. */
  'source-refresh': queue({ ...REPEATED, everyMs: 10 * MINUTE_MS }),
  /**
   * A conversation has more messages than the model gets, or a file was added to one: summarize it for later
   * questions.
   */
  summary: queue({ ...MODEL, perPerson: 2, oneOf: 'waiting', payload: JOB_PAYLOADS.summary }),
  /** Facts or passages were added, or the model for embeddings is another one: make vectors of those that have none. */
  embedding: queue({ ...MODEL, perPerson: 1, oneOf: 'waiting', payload: JOB_PAYLOADS.embedding }),
  /** Facts begin and end on a day: those whose day it is where their owner lives get their place. */
  'fact-dates': queue({ ...REPEATED, everyMs: 15 * MINUTE_MS }),
  /** A run of an automation begins or goes on. Its steps have retries of their own; these are for what fails around them. */
  'automation-run': queue({
    concurrency: 20,
    perPerson: 2,
    timeLimitMs: 15 * MINUTE_MS,
    retries: { times: 20, firstMs: 2 * SECOND_MS, maxMs: 5 * MINUTE_MS },
    oneOf: 'waiting',
    payload: JOB_PAYLOADS['automation-run'],
  }),
  /** An automation asks its owner to approve a text. */
  'approval-email': queue({
    ...EMAIL,
    perPerson: 2,
    payload: JOB_PAYLOADS['approval-email'],
  }),
  /** The time of a schedule has come: a run is added for it, and the next time found. */
  'automation-due': queue({
    concurrency: 20,
    perPerson: 2,
    timeLimitMs: MINUTE_MS,
    retries: { times: 100, firstMs: 2 * SECOND_MS, maxMs: 5 * MINUTE_MS },
    oneOf: 'waiting',
    payload: JOB_PAYLOADS['automation-due'],
  }),
  /** Settles the work of jobs that failed for the last time, where it would be left hanging (`given-up.ts`). */
  'given-up-jobs': queue({ ...REPEATED, timeLimitMs: 5 * MINUTE_MS, everyMs: MINUTE_MS }),
  /** Counts how often everyone together used each template, and how they rated it. */
  'template-totals': queue({ ...REPEATED, everyMs: 10 * MINUTE_MS }),
  /** Searches for trials that are ending or have ended. */
  'trial-notices': queue({ ...REPEATED, everyMs: MINUTE_MS }),
  /** Searches for renewals, missing payments and plans that have ended. */
  'billing-notices': queue({ ...REPEATED, everyMs: 10 * MINUTE_MS }),
  /** Checks whether an article should be sent to the subscribers. */
  'newsletter-plan': queue({ ...REPEATED, everyMs: 10 * MINUTE_MS }),
  /** Checks whether the product and the services it depends on respond. */
  'status-check': queue({ ...REPEATED, timeLimitMs: MINUTE_MS, everyMs: STATUS_CHECK_EVERY_MS }),
  /** Removes what has expired. */
  purge: queue({ ...REPEATED, timeLimitMs: 30 * MINUTE_MS, everyMs: 10 * MINUTE_MS }),
  /** Reads every customer from Stripe again. If Stripe failed for most of them, it runs again in an hour. */
  reconciliation: queue({
    ...REPEATED,
    timeLimitMs: 12 * 60 * MINUTE_MS,
    retries: { times: 20, firstMs: 60 * MINUTE_MS, maxMs: 60 * MINUTE_MS },
    everyMs: DAY_MS,
  }),
} as const;

export type QueueName = keyof typeof QUEUES;
export type Payload<Q extends QueueName> = z.infer<(typeof QUEUES)[Q]['payload']>;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]; // reason: the keys of QUEUES

/** The queues of repeated jobs, and their intervals in milliseconds. */
export const INTERVALS: ReadonlyMap<string, number> = new Map(
  QUEUE_NAMES.flatMap((name) => {
    const { everyMs }: Queue<unknown> = QUEUES[name];
    return everyMs === undefined ? [] : [[name, everyMs]];
  }),
);
