import type { StepOf } from '#contract/automations/steps.ts';
import { piecesOf, type Value } from '#contract/automations/values.ts';
import { quotedName } from '#contract/quoted-name.ts';
import type { OutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import { signatureOf } from '../hooks/check-call.ts';
import type { HookSecrets } from '../hooks/hook-secrets.ts';
import { plainLine, plainText, plainValue, plainValues } from './plain-values.ts';
import { StepError, type RehearsalContext, type StepContext, type StepHandler } from './step-handler.ts';
import { draftText, type StepTraits } from './step-traits.ts';

type Webhook = StepOf<'webhook'>;
/** All fields together, in characters. */
const FIELDS_MAX = 100_000;
const DETAIL_MAX = 500;

/** The name of the other system, as its owner knows it. */
const hostOf = ({ url }: Webhook) => URL.parse(url)?.host ?? url;
/** What is shown of an address: not what stands in it behind the path, which may be secret. */
const shownUrl = ({ url }: Webhook) => {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : url;
};

const NOT_ALLOWED = 'This isn’t a public https:// address, so nothing was sent.';
const refused = (host: string, status: number) => `${host} didn’t accept the call (${status}).`;
const redirected = (host: string, status: number) =>
  `${host} answered with a redirect (${status}), which we don’t follow. Enter the address that it leads to.`;
const notNow = (host: string, status: number | null) =>
  status === null ? `We couldn’t reach ${host}, so nothing was sent.` : `${host} couldn’t take the call (${status}).`;
const brokeOff = (host: string) => `The connection to ${host} broke off, so we don’t know whether the call arrived.`;

/** The signature with which the other side checks that a call is ours and new: over the time and the body. */
const signatureHeader = (secret: string, body: string, at: Date): string => {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${signatureOf(secret, seconds, body)}`;
};

const URL_MAX = 2_000;
const fieldsText = ({ fields }: Webhook) => fields.map(({ value }) => value).join('\n');

export const webhookTraits: StepTraits<Webhook> = {
  read: ({ url, text }, id, { notes }) => {
    if (url === '') notes.push('I don’t know the address to call. Please enter it.');
    return {
      kind: 'webhook',
      id,
      url: url.trim().slice(0, URL_MAX),
      fields: text === '' ? [] : [{ name: 'text', value: draftText(text) }],
      recognizesRepeats: false,
    };
  },
  write: (step) => ({ url: step.url, text: fieldsText(step) }),
  keep: (step, before) => ({
    ...step,
    fields: fieldsText(step) === fieldsText(before) ? before.fields : step.fields,
    recognizesRepeats: before.recognizesRepeats && step.url === before.url,
  }),
  next: (step) => `it’s sent to ${hostOf(step)}`,
};

/** A signed POST to another system. */
export function createWebhookStep({
  calls,
  hookSecrets,
}: {
  calls: OutgoingCalls;
  hookSecrets: HookSecrets;
}): StepHandler<Webhook> {
  /** A field that is one value keeps its kind; anything else is text. */
  function fieldsOf(step: Webhook, context: StepContext | RehearsalContext): Record<string, Value> {
    let room = FIELDS_MAX;
    const fields = step.fields.map(({ name, value }): [string, Value] => {
      const [piece, ...more] = piecesOf(value.trim());
      const own = piece?.kind === 'value' && more.length === 0 ? context.valueOf(piece.reference) : undefined;
      const sent =
        own === undefined || typeof own === 'string' ? plainText(context.fill(value), room) : plainValue(own);
      room = Math.max(0, room - JSON.stringify(sent).length);
      return [plainLine(name, 60), sent];
    });
    return Object.fromEntries(fields);
  }

  return {
    effect: 'outside',
    isRepeatable: ({ recognizesRepeats }) => recognizesRepeats,
    timeLimitMs: 30_000,

    run: async (step, context) => {
      const { userId, effectId, automation, run, now, signal, beforeCall } = context;
      const [host, fields] = [hostOf(step), fieldsOf(step, context)];
      await context.takeCall(host);
      const body = JSON.stringify(fields);
      const secret = await hookSecrets.secretOf(userId, automation.id);
      const headers = {
        'idempotency-key': effectId,
        'tenfold-signature': signatureHeader(secret, body, now),
        // If the call comes back to an automation of the same owner by any route, we know what led to it.
        'tenfold-chain': run.id,
      };
      const outcome = await calls.call({ url: step.url, headers, body }, signal, beforeCall);
      switch (outcome.kind) {
        case 'sent': {
          const output = { status: outcome.status, response: plainText(outcome.text) };
          return { kind: 'done', input: plainValues({ address: shownUrl(step), sent: body }), output };
        }
        case 'not_allowed':
          throw new StepError(NOT_ALLOWED);
        case 'refused': {
          const sentence = outcome.status < 400 ? redirected(host, outcome.status) : refused(host, outcome.status);
          throw new StepError(sentence, { detail: plainText(outcome.text, DETAIL_MAX) });
        }
        case 'later': {
          const detail = plainText(outcome.text, DETAIL_MAX);
          throw new StepError(notNow(host, outcome.status), { isTemporary: true, detail });
        }
        case 'unknown':
          throw new StepError(brokeOff(host), {
            detail: plainText(outcome.text, DETAIL_MAX),
            isTemporary: step.recognizesRepeats,
            isUnknown: !step.recognizesRepeats,
          });
      }
    },

    rehearse: async (step, context) => {
      const names = Object.keys(fieldsOf(step, context));
      const what = names.length === 0 ? 'without any fields' : `with ${names.map(quotedName).join(', ')}`;
      return {
        outcome: 'would',
        text: `${hostOf(step)} would be called ${what}. We don’t know yet what it would answer.`,
        body: JSON.stringify(fieldsOf(step, context), null, 2),
        output: {},
      };
    },
  };
}
