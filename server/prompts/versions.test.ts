import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { VISITOR_TEAMMATES } from '#contract/chat/visitor-limits.ts';
import { answerMessage, continueAnswer } from './answer.ts';
import { answerSample } from './answer-sample.ts';
import { answerAutomation, valueMark, writeQuotedValues } from './automation-answer.ts';
import { summarizeDocument } from './document-summary.ts';
import { draftAutomation } from './automation-draft.ts';
import { fillParts } from './automation-parts.ts';
import { describeImage } from './image.ts';
import type { ToldToTeammate } from './instructions.ts';
import { learnFromMessage } from './learn-from-message.ts';
import { learnFromSource } from './learn-from-source.ts';
import { MODEL_TASK_IDS, promptVersion, type ModelTask, type ModelTaskId, type PromptVersion } from './model-task.ts';
import { summarizeConversation } from './summary.ts';
import { memoryTools } from './memory-tools.ts';
import { toModelTool } from './turn-tool.ts';
import { suggestBlanks } from './template-blanks.ts';
import { draftBlanks, type DraftableBlank } from './templates/template-draft.ts';
import { answerVisitor } from './visitor.ts';

/** The hash of each prompt version: of what it writes for a fixed input, and of its schema. */
const PROMPTS: Partial<Record<PromptVersion, string>> = {
  'answer@3': '7a3bfc12d1e41dd5',
  'continue@3': 'ffb13bda7331176f',
  'answer-sample@2': '26f309957f31b170',
  'visitor@2': 'e390c07a65b79c73',
  'automation-answer@3': '3cfa584e933c3010',
  'automation-parts@3': '75915c654db58ab5',
  'automation-draft@2': 'e71ecd6addb46f89',
  'learn-from-message@3': '5df5c1b0ad75e0b8',
  'learn-from-source@3': '8878292724b0b7a3',
  'summary@1': '1e926608f49eba64',
  'document-summary@1': '531c93eb959c20ef',
  'template-blanks@1': '139e88f15dad7932',
  'template-draft@1': 'fb17e14f789b2227',
  'image@1': '0df948c8b193a1f8',
};

const fact = {
  kind: 'product',
  source: 'message',
  learnedAt: '2026-11-20T09:00:00Z',
  validFrom: null,
  validUntil: null,
  conflictsWith: [],
} as const; // reason: kind and source are literals
const known = [
  { number: 7, kind: 'product', subject: 'Large bowl', attribute: 'price', statement: 'The large bowl costs $42.' },
];
const told: ToldToTeammate = {
  assistantId: 'emmie',
  profile: {
    fullName: 'Nora Lind',
    businessName: 'Harbor Kiln',
    website: 'harborkiln.example',
    businessType: 'ecommerce',
    businessTypeText: '',
    businessGoals: ['sales'],
    businessSize: 'small',
    revenueRange: '100k-500k',
    language: 'de',
    timeZone: 'UTC',
  },
  preferences: [
    { assistantId: null, setting: 'length', value: 'short' },
    { assistantId: null, setting: 'emojis', value: 'never' },
    { assistantId: null, setting: 'sign_off', value: 'Nora' },
    { assistantId: null, setting: 'avoided_word', value: 'artisanal' },
    { assistantId: 'emmie', setting: 'emojis', value: 'sometimes' },
    { assistantId: 'emmie', setting: 'sentence', value: 'Start with the answer.' },
  ],
  facts: [
    { ...fact, number: 7, source: 'file', statement: 'The large bowl costs $42.', sourceName: 'prices.pdf' },
    {
      ...fact,
      number: 8,
      kind: 'people',
      source: 'typed',
      statement: 'We open at 10.',
      validFrom: '2026-11-01',
      validUntil: '2026-12-31',
      conflictsWith: [9],
    },
  ],
  fitting: [{ ...fact, number: 11, statement: 'Vases cost $60.' }],
  suggestions: [{ ...fact, number: 10, source: 'file', statement: 'Mugs cost $12.', sourceName: 'prices.pdf' }],
  passages: [
    {
      number: 3,
      text: 'Large bowl: $42. Mug: $12.',
      rejected: ['Mug: $12'],
      sourceName: 'prices.pdf',
      headings: ['Prices', 'Bowls'],
      page: 2,
      sheet: 'Bowls',
      row: 4,
      url: 'https://harborkiln.example/prices',
      readAt: '2026-11-19T09:00:00Z',
      attached: 'question',
      part: { number: 2, of: 3 },
    },
  ],
  files: [
    { name: 'prices.pdf', isNew: true, parts: 3, given: [2], summarized: 3, summary: 'It lists bowls and mugs.' },
    { name: 'terms.docx', isNew: false, parts: 1, given: [], summarized: 0, summary: '' },
  ],
  excerpts: [
    { number: 4, role: 'user', assistantId: 'seomi', text: 'We sell bowls.', saidAt: '2026-11-18T09:00:00Z' },
    { number: 5, role: 'assistant', assistantId: 'seomi', text: 'Good bowls.', saidAt: '2026-11-18T09:00:01Z' },
  ],
  summary: 'They talked about bowls.',
  justDone: 'Remembered: We open at 10. [f8]',
  chat: { isPrivate: false, isLearning: true },
  today: new Date('2026-11-21T09:00:00Z'),
};
const question = {
  told,
  content: `Sum up ${valueMark(1)}\n\n${writeQuotedValues([{ from: 'the team’s facts', text: 'Bowls' }])}`,
};
const fields = (['text', 'number', 'yes_no', 'list', 'date'] as const).map((kind) => ({
  name: kind,
  label: `A ${kind}`,
  kind,
}));
const common = { label: 'Who', hint: 'In short.', isRequired: true };
const blanks: DraftableBlank[] = [
  { ...common, kind: 'text', name: 'who', example: 'bakers', maxLength: 80 },
  { ...common, kind: 'list', name: 'topics', example: ['bread'], maxItems: 5, maxLength: 80 },
  {
    ...common,
    kind: 'choice',
    name: 'often',
    example: 'weekly',
    choices: [{ id: 'weekly', label: 'Weekly', text: 'W' }],
  },
];
const asked = {
  business: { name: 'Harbor Kiln', type: 'E-commerce' },
  factsMax: 20,
  alreadyFound: [],
  problem: null,
};
const siteLinks = { publicUrl: 'https://shop.example', supportEmail: 'help@shop.example' };

const inForm = <Input>(task: ModelTask<Input, unknown>, input: Input) => ({
  task,
  written: [task.write(input), z.toJSONSchema(task.schema)],
});
/** Each task, and what it writes. */
const TASKS = [
  { task: answerMessage, written: ASSISTANT_IDS.map((assistantId) => answerMessage.write({ ...told, assistantId })) },
  { task: answerSample, written: [answerSample.write({ told, content: 'Hello?' })] },
  { task: continueAnswer, written: [continueAnswer.write(told), continueAnswer.request] },
  {
    task: answerVisitor,
    written: VISITOR_TEAMMATES.map((teammate) => answerVisitor.write({ teammate, siteLinks })),
  },
  { task: answerAutomation, written: [answerAutomation.write(question)] },
  inForm(fillParts(fields), question),
  inForm(draftAutomation, { text: 'Every day at 8, tell me', team: [], templates: [], draft: null }),
  inForm(learnFromMessage, {
    ...asked,
    today: 'Saturday, 2026-11-21',
    days: { tomorrow: 'Sunday, 2026-11-22' },
    knownFacts: known,
    earlier: [{ from: 'teammate', text: 'Hm?' }],
    ownerSaid: 'We open at 10.',
    isToRemember: false,
  }),
  inForm(learnFromSource, {
    ...asked,
    readOn: 'Saturday, 2026-11-21',
    knownFacts: known,
    document: { name: 'prices.pdf', parts: [{ headings: ['Prices'], text: 'Mug: $12' }] },
  }),
  inForm(summarizeConversation, { summarySoFar: '', messages: [{ from: 'owner', text: 'We sell bowls.' }] }),
  inForm(summarizeDocument, {
    name: 'prices.pdf',
    summarySoFar: '',
    parts: [{ headings: ['Prices'], text: 'Mug: $12' }],
  }),
  inForm(suggestBlanks, { text: 'Dear [name]' }),
  inForm(draftBlanks(blanks), {
    told,
    title: 'Welcome',
    text: { subject: null, body: 'We’re {{who}}.' },
    filled: { yourName: 'Nora' },
  }),
  inForm(describeImage, { fileName: 'bowl.png', mime: 'image/png', bytes: new Uint8Array([1]) }),
];

/**
 * The hash of each version of the tools that an answer may call: of their descriptions, their schemas and the rules for
 * them.
 */
const TOOLS = { 'memory-tools@1': '58b7cfe4c05bf770' };

/** How to fix a prompt that doesn't match its recorded hash; null if it does. */
function problemOf(task: { id: ModelTaskId; version: number }, written: unknown, prompts = PROMPTS): string | null {
  const hash = createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16);
  const version = promptVersion(task);
  if (prompts[version] === hash) return null;
  return prompts[version] === undefined
    ? `${version} is new: add '${version}': '${hash}' to PROMPTS, and remove the version before it`
    : `What the model gets for "${task.id}" has changed: raise the task's version, so that results can be traced to the prompt that made them`;
}

test('a changed prompt must have a new version', () => {
  expect(TASKS.map(({ task, written }) => problemOf(task, written)).filter(Boolean)).toEqual([]);
  expect(TASKS.map(({ task }) => task.id).toSorted()).toEqual(MODEL_TASK_IDS.toSorted());
});

test('changed tools must have a new version', () => {
  const { id, version, tools, write } = memoryTools;
  const written = [tools.map(toModelTool), write([]), write([{ number: 7, statement: 'The bowl costs $42.' }])];
  const hash = createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 16);
  expect({ [`${id}@${version}`]: hash }).toEqual(TOOLS);
});

test('a changed prompt and a new version are told apart', () => {
  const prompts = { 'image@1': 'another hash' };
  expect(problemOf({ id: 'image', version: 1 }, ['changed'], prompts)).toMatch(/^What the model gets for "image"/);
  expect(problemOf({ id: 'image', version: 2 }, ['changed'], prompts)).toMatch(
    /^image@2 is new: add 'image@2': '\w{16}'/,
  );
});
