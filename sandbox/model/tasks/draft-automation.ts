import { z } from 'zod';
import type { Conversation } from '../chat-request.ts';
import { plain } from '../plain-text.ts';
import { teammateIn, timeIn, triggerIn } from './draft-trigger.ts';
import { readJson } from '../read-json.ts';

const draftSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  trigger: z.looseObject({ kind: z.string() }),
  steps: z.array(z.looseObject({})),
});
const requestSchema = z.object({
  text: z.string(),
  team: z.array(z.object({ id: z.string(), name: z.string() })),
  draft: draftSchema.nullable(),
});
type AutomationRequest = z.infer<typeof requestSchema>;

const MINUTES = { minute: 1, hour: 60, day: 1_440 } as const;
/** The maximum length of a description. */
const TEXT_READ = 1_000;
const MARK = 'Drafted by the sandbox, because no model is connected.';
/** Where one thing to do ends and the next begins. A list of days isn't divided. */
const BETWEEN =
  /[.;] |, ?(?:and )?(?:then )?| and (?:then )?(?=(?:ask|email|send|put|post|tell|notify|let|wait|remember|search|call)\b)| then /i;

/** A part of a sentence that says when, and not what. */
const EVENT = /^\s*(?:when(?:ever)?|every time|each time|as soon as|only if|if)\b/i;

/** What is known while a sentence is read from left to right. `last`: the value that the next step passes on. */
type Reading = { request: AutomationRequest; trigger: string; last: string; teammate: string; steps: object[] };
type Rule = { when: RegExp; make: (clause: string, reading: Reading, as: string) => { step: object; value?: string } };

/** What a teammate is given besides the words of the sentence. */
function sourcesFor(clause: string, { trigger, last }: Reading): string {
  if (last !== '') return `\n\n{{${last}}}`;
  if (trigger === 'chat') return '\n\n{{trigger.question}}\n\n{{trigger.answer}}';
  if (trigger === 'webhook') return '\n\n{{trigger.body}}';
  return /\b(?:chats?|conversations?|yesterday)\b/i.test(clause) ? '\n\n{{run.yesterdays_chats}}' : '';
}
const passedOn = ({ last }: Reading) => (last === '' ? '{{run.day}}' : `{{${last}}}`);

/** What a teammate is to do: "Every day at 8 let Soshie draft a post" as "Draft a post". */
function orderIn(clause: string): string {
  const order = plain(clause, 300).replace(/^.*?\b(?:let|have|ask|get) \S+ (?:to )?/i, '');
  return order.charAt(0).toUpperCase() + order.slice(1);
}

/** The first rule that fits a part of the sentence makes its step. */
const RULES: Rule[] = [
  {
    when: /\bask me\b|\blet me (?:approve|check|read|see)\b|\bmy approval\b|\bif I approve\b/i,
    make: (clause, reading, as) => ({
      step: { kind: 'approve', subject: 'Is this all right?', text: passedOn(reading), time: timeIn(clause) },
      value: `${as}.text`,
    }),
  },
  {
    when: /\be-?mail (?:it|me|us|this|that|the)\b|\bby e-?mail\b|\bsend\b.{0,100}?\bme\b|[\w.+-]@[\w-]+\.\w/i,
    make: (clause, reading) => ({
      step: {
        kind: 'email',
        to: clause.split(' ').find((word) => /[\w.+-]@[\w-]+\.\w/.test(word)) ?? 'me',
        subject: plain(reading.request.text, 60),
        text: passedOn(reading),
      },
    }),
  },
  {
    when: /\b(?:into|in|to) (?:our|the|my) (?:conversation|chat)\b/i,
    make: (_, reading) => ({ step: { kind: 'post', teammate: reading.teammate, text: passedOn(reading) } }),
  },
  {
    when: /\b(?:notify|tell) me\b|\bnotification\b|\blet me know\b/i,
    make: (clause) => ({ step: { kind: 'notify', text: plain(clause, 120) } }),
  },
  {
    when: /\bwait\b.{0,100}?\b\d{1,5} (?:minute|hour|day)s?\b/i,
    make: (clause) => {
      const [, count = '1', unit = 'hour'] = /\b(\d{1,5}) (minute|hour|day)/i.exec(clause) ?? [];
      const minutes = MINUTES[unit.toLowerCase() as keyof typeof MINUTES]; // reason: the pattern's own words
      return { step: { kind: 'wait', minutes: Number(count) * minutes } };
    },
  },
  {
    when: /\bhttps?:\/\/\S+/i,
    make: (clause, reading, as) => ({
      step: { kind: 'webhook', url: /\bhttps?:\/\/\S+/i.exec(clause)?.[0] ?? '', text: passedOn(reading) },
      value: `${as}.response`,
    }),
  },
  {
    when: /\b(?:search|look up|look for|find what|what (?:we|my team) knows?)\b/i,
    make: (clause, _, as) => ({ step: { kind: 'search', text: plain(clause, 120) }, value: `${as}.found` }),
  },
  {
    when: /\b(?:remember|add .{0,100} to (?:the|our|my) brain)\b/i,
    make: (_, reading) => ({ step: { kind: 'note', text: passedOn(reading) } }),
  },
  {
    when: /\b(?:let|have|ask|get)\b|\b(?:draft|write|summari[sz]e|answer|plan)\b/i,
    make: (clause, reading, as) => {
      const isWorth = /\bonly if\b|\bif (?:it is|it’s|it's|there is|there’s|there's) (?:worth|something|anything)\b/i;
      const teammate = teammateIn(clause, reading.request.team) || reading.teammate;
      reading.teammate = teammate;
      const ask = { kind: 'ask', teammate, text: `${orderIn(clause)}.${sourcesFor(clause, reading)}` };
      if (!isWorth.test(reading.request.text)) return { step: ask, value: `${as}.answer` };
      const parts = [
        { name: 'draft', label: 'Draft', kind: 'text' },
        { name: 'worth', label: 'Worth it', kind: 'yes_no' },
      ];
      reading.steps.push({ ...ask, as: `${as}q`, parts });
      const condition = { kind: 'condition', value: `${as}q.worth`, test: 'is', than: 'Yes', stops: true };
      return { step: condition, value: `${as}q.draft` };
    },
  },
];

/** A draft from the words for days, teammates and things to do in a sentence. */
function draft(request: AutomationRequest): object {
  const { team, draft: before } = request;
  const text = request.text.slice(0, TEXT_READ);
  const found = triggerIn(text, team);
  const trigger = found ?? before?.trigger ?? {};
  const steps: object[] = [];
  const kind = 'kind' in trigger ? String(trigger.kind) : '';
  const reading: Reading = { request, trigger: kind, last: '', teammate: teammateIn(text, team), steps };
  for (const [index, clause] of text.replaceAll(/\s+/g, ' ').split(BETWEEN).entries()) {
    const rule = EVENT.test(clause) ? undefined : RULES.find(({ when }) => when.test(clause));
    if (!rule) continue;
    const as = `n${index}`;
    const { step, value } = rule.make(clause, reading, as);
    steps.push({ ...step, as });
    reading.last = value ?? reading.last;
  }
  return {
    name: before?.name ?? plain(text, 50).replace(/…$/, ''),
    description: before?.description ?? MARK,
    trigger,
    steps: [...(before?.steps ?? []), ...steps],
  };
}

/** How a model misbehaves when a sentence asks for it: see docs/sandbox.md. */
const MISBEHAVIORS: Record<string, (request: AutomationRequest) => string> = {
  'draft-invalid': () => '{"name": "Half a draft',
  'draft-empty': (request) => JSON.stringify({ ...draft(request), steps: [] }),
  'draft-invented': (request) =>
    JSON.stringify({
      ...draft(request),
      trigger: { kind: 'moon' },
      steps: [
        { kind: 'fax', text: 'Hello' },
        { kind: 'ask', teammate: 'bob', text: 'Hello {{z.words}}' },
      ],
    }),
};

/** An automation drafted from a sentence. */
export function composeDraft(conversation: Conversation): string {
  const request = readJson(conversation.turns.at(-1)?.text, requestSchema);
  if (request === null) return '{}';
  const asked = /\[sandbox:\s*(draft-[a-z]+)\s*\]/.exec(request.text)?.[1] ?? '';
  return MISBEHAVIORS[asked]?.(request) ?? JSON.stringify(draft(request));
}
