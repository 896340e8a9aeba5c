import { z } from 'zod';
import { chip, missing, words } from '../sentence-pieces.ts';
import { createAvailableValue, isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepText } from './step-fields.ts';

/**
 * A signed POST with these fields as JSON. Returns `status` and `response`. `recognizesRepeats`: the other side
 * promises to do what has the same Idempotency-Key once, so a call that was cut off is made again.
 */
export const webhookSchema = z.object({
  kind: z.literal('webhook'),
  id: stepId,
  url: z.string().max(2_000),
  fields: z.array(z.object({ name: z.string().max(60), value: stepText })).max(20),
  recognizesRepeats: z.boolean(),
});

/** Whether it can be called is checked again, with its address, when it is. */
const isHttps = (url: string) => /^https:\/\/[^\s/?#][^\s/?#.]*\.[^\s/?#]+(?:[/?#]\S*)?$/.test(url);
/** `hooks.example.com` of an address, or the address if it isn't one yet. */
const hostOf = (url: string) => /^https?:\/\/([^\s/?#]+)/.exec(url)?.[1] ?? url;

export const webhook: StepContract<z.infer<typeof webhookSchema>> = {
  sentence: ({ url }) => plainSentence(words('Call '), isBlank(url) ? missing('an address') : chip(hostOf(url))),
  title: ({ url }) => (url === '' ? 'Call an address' : `Call ${hostOf(url)}`),
  missing: ({ url, fields }) => {
    if (!isHttps(url)) return 'Enter the full address to call, beginning with https://.';
    return fields.some(({ name }) => isBlank(name)) ? 'Give each field a name.' : null;
  },
  yields: ({ id }) => [
    createAvailableValue(id, 'response', 'Response'),
    createAvailableValue(id, 'status', 'Status', 'number'),
  ],
  replace: (step, { text }) => ({
    ...step,
    fields: step.fields.map(({ name, value }) => ({ name, value: text(value) })),
  }),
  reachesOthers: true,
};
