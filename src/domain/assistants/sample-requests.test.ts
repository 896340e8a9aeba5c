import { expect, test } from 'vitest';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { sampleRequests } from './sample-requests.ts';

test.each(ASSISTANTS)('$name offers three requests of its own trade, short enough for a chip', (assistant) => {
  const requests = sampleRequests(assistant);
  const elsewhere = ASSISTANTS.filter(({ id }) => id !== assistant.id).flatMap(sampleRequests);
  expect(new Set(requests).size).toBe(3);
  expect(requests.filter((request) => elsewhere.includes(request))).toEqual([]);
  for (const request of requests) {
    expect(request.length).toBeLessThanOrEqual(64);
    expect(request).toMatch(/^[A-Z].*[.?]$/);
    // Nobody is invited to ask for what an assistant can't do.
    expect(request).not.toMatch(/\b(?:everyone|send|publish|post it|connect|schedule|call them)\b/i);
  }
});
