import { describe, expect, test } from 'vitest';
import { QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';

const HOUR_MS = 3_600_000;

/** How long a job is tried at least and at most: each pause is half as long or as long as the doubling says. */
function triedFor(queue: QueueName): { least: number; most: number } {
  const { times, firstMs, maxMs } = QUEUES[queue].retries;
  const pauses = Array.from({ length: times }, (_, index) => firstMs * 2 ** Math.min(16, index));
  const sum = (share: number) => pauses.reduce((total, pause) => total + Math.min(maxMs, pause * share), 0) / HOUR_MS;
  return { least: sum(0.5), most: sum(1) };
}

describe('a job that keeps failing', () => {
  test.each(QUEUE_NAMES.filter((queue) => /-(?:email|receipt)$|^newsletter-[ci]/.test(queue)))(
    '(%s) is tried for a day, and a message to us for a week',
    (queue) => {
      const days = queue === 'contact-email' ? 7 : 1;
      expect(triedFor(queue).least).toBeGreaterThan(days * 24);
      expect(triedFor(queue).most).toBeLessThan(days * 24 * 1.2);
    },
  );

  test.each(['stripe-sync', 'refund', 'pay-page', 'guest-purchase', 'account-deletion'] as const)(
    '(%s) is tried for as long as Stripe itself would resend an event',
    (queue) => {
      expect(triedFor(queue).least).toBeGreaterThan(3 * 24);
    },
  );
});
