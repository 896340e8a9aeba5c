import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { aRehearsal, aStepContext, settle } from '#tests/support/automations/step-context.ts';
import { knowingModel, tell, typeFact } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { aTemplate, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { haveUsed } from '#tests/support/usage.ts';

const TEMPLATES = [
  aTemplate(),
  aTemplate({
    id: 'offer',
    title: 'Offer',
    text: { subject: 'For {{name}}', body: 'Hello {{name}},\n{{items}}\nUntil {{day}}, {{price}} each, {{tone}}' },
    blanks: [
      textBlank('name', { label: 'Customer' }),
      {
        kind: 'list',
        name: 'items',
        label: 'Items',
        hint: '',
        isRequired: true,
        example: ['A'],
        maxItems: 3,
        maxLength: 40,
      },
      { kind: 'date', name: 'day', label: 'Day', hint: '', isRequired: true, example: '2026-12-01' },
      { kind: 'number', name: 'price', label: 'Price', hint: '', isRequired: true, example: 1, min: 1, max: 9_000 },
      {
        kind: 'choice',
        name: 'tone',
        label: 'Tone',
        hint: '',
        isRequired: true,
        example: 'warm',
        choices: [
          { id: 'warm', label: 'Warm', text: 'with love' },
          { id: 'dry', label: 'Dry', text: 'regards' },
        ],
      },
    ],
  }),
];
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ templates: TEMPLATES });
});
const steps = () => app.container.services.stepHandlers;
type Person = Awaited<ReturnType<typeof aPerson>>;
const bellOf = async ({ api }: Person) => (await api.notifications.list.query({})).items;
const EVIL = '<script>alert(1)</script> {{run.day}}\u0000\u0007';
const ofStep = { 's1.answer': `Fine ${EVIL}` };

describe('a search', () => {
  const search = { kind: 'search', id: 's1', query: 'discount {{s1.answer}}' } as const;

  test('finds what the team knows, and nothing of anybody else', async () => {
    const [maya, tom] = [await aPerson(app), await aPerson(app)];
    await typeFact(maya, 'We never give a discount');
    await typeFact(tom, 'Tom gives a discount');
    const context = await aStepContext(app, maya.userId, { values: ofStep });
    expect(await steps().search.run(search, context)).toMatchObject({
      kind: 'done',
      output: { found: 'We never give a discount', facts: ['We never give a discount'], count: 1 },
    });
    expect(await steps().search.rehearse(search, await aRehearsal(app, maya.userId))).toMatchObject({
      text: 'It would look in the Brain for “discount”. Today, that finds one thing.',
      output: { count: 1 },
    });
  });

  test('that finds nothing says so', async () => {
    const { userId } = await aPerson(app);
    const outcome = await steps().search.run(search, await aStepContext(app, userId));
    expect(outcome).toMatchObject({ output: { found: '', facts: [], count: 0 } });
  });
});

describe('a note for the Brain', () => {
  const note = { kind: 'note', id: 's2', text: 'Customers like {{s1.answer}}' } as const;

  test('is a suggestion, once, however often its step is repeated', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: ofStep });
    await settle(app, await steps().note.run(note, context));
    await settle(app, await steps().note.run(note, context));
    const { facts } = await maya.api.brain.list.query({});
    expect(facts).toMatchObject([
      { statement: 'Customers like Fine <script>alert(1)</script> {{run.day}}', state: 'suggested' },
    ]);
  });

  test('names its automation, and isn’t its owner’s word until they say or confirm it', async () => {
    knowingModel(app);
    const maya = await aPerson(app, { plan: 'ultimate' });
    const automation = { id: randomUUID(), name: 'Price watch' };
    await maya.api.powerUps.automations.create.mutate(automation);
    const suggest = async (text: string) =>
      settle(app, await steps().note.run({ ...note, text }, await aStepContext(app, maya.userId, { automation })));
    await suggest('Large bowl costs $45.');
    const [first] = (await maya.api.brain.list.query({})).facts;
    expect(first).toMatchObject({ state: 'suggested', source: { kind: 'automation', name: 'Price watch' } });
    await tell(app, maya, 'The large bowl is $45.');
    expect(app.model.requests[0]?.instructions).toContain('"from":"Price watch","text":"Large bowl costs $45."');
    expect((await maya.api.brain.list.query({})).facts).toMatchObject([
      { statement: 'Large bowl costs $45.', state: 'confirmed', source: { kind: 'message' } },
    ]);
    await suggest('Closed on Mondays');
    const [second] = (await maya.api.brain.list.query({})).facts;
    await maya.api.brain.confirm.mutate({ factId: second?.id ?? '' });
    expect((await maya.api.brain.list.query({})).facts[0]).toMatchObject({ state: 'confirmed' });
  });

  test('never holds a secret', async () => {
    const maya = await aPerson(app);
    const secret = { ...note, text: 'Our password is: hunter22' };
    await expect(steps().note.run(secret, await aStepContext(app, maya.userId))).rejects.toThrow('wasn’t added');
    expect(await steps().note.rehearse(secret, await aRehearsal(app, maya.userId))).toMatchObject({ outcome: 'stops' });
  });

  test('that is rehearsed is not remembered', async () => {
    const maya = await aPerson(app);
    const context = await aRehearsal(app, maya.userId, { values: { 's1.answer': 'red' } });
    expect(await steps().note.rehearse(note, context)).toMatchObject({ outcome: 'would', body: 'Customers like red' });
    expect((await maya.api.brain.list.query({})).facts).toEqual([]);
  });
});

describe('a notification', () => {
  const notify = { kind: 'notify', id: 's2', text: 'Ready: {{s1.answer}}' } as const;

  test('is in the bell once, and leads to the run', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: ofStep });
    await settle(app, await steps().notify.run(notify, context));
    await settle(app, await steps().notify.run(notify, context));
    expect(await bellOf(maya)).toMatchObject([
      {
        topic: 'automation_notice',
        title: 'Ready: Fine <script>alert(1)</script> {{run.day}}',
        detail: '“Morning post”',
        path: `/dashboard/power-ups/automations/runs/${context.run.id}`,
      },
    ]);
  });

  test('that is rehearsed rings nothing', async () => {
    const maya = await aPerson(app);
    const context = await aRehearsal(app, maya.userId, { values: { 's1.answer': 'x' } });
    expect(await steps().notify.rehearse(notify, context)).toMatchObject({ body: 'Ready: x' });
    expect(await bellOf(maya)).toEqual([]);
  });
});

describe('a message in the automation’s conversation', () => {
  const post = { kind: 'post', id: 's2', assistantId: 'soshie', text: '{{s1.answer}}' } as const;
  const automation = { id: randomUUID(), name: 'Morning post' };
  const run = async (maya: Person, more: object = {}) => {
    const context = await aStepContext(app, maya.userId, { values: ofStep, automation, ...more });
    await settle(app, await steps().post.run(post, context));
    return context;
  };
  const listed = async ({ api }: Person) => api.chat.conversations.query({ assistantId: 'soshie' });

  test('is said by the teammate, once, and the next one follows it', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    const { effectId } = await run(maya);
    await run(maya, { effectId });
    await run(maya, { values: { 's1.answer': 'Second' } });
    const [conversation, ...others] = await listed(maya);
    expect(others).toEqual([]);
    expect(conversation).toMatchObject({ title: 'Morning post', assistantId: 'soshie' });
    const thread = await maya.api.chat.messages.query({ conversationId: conversation?.id ?? '' });
    expect(thread.messages.map(({ role, content }) => [role, content])).toEqual([
      ['assistant', 'Fine <script>alert(1)</script> {{run.day}}'],
      ['assistant', 'Second'],
    ]);
    expect(await bellOf(maya)).toMatchObject([
      { title: 'Soshie has something for you', path: `/dashboard/soshie?c=${conversation?.id}` },
      {},
    ]);
  });

  test('begins another conversation if its owner deleted the one before', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    await run(maya);
    const [first] = await listed(maya);
    await maya.api.chat.deleteConversation.mutate({ conversationId: first?.id ?? '' });
    await run(maya);
    await run(maya);
    const [second, ...others] = await listed(maya);
    expect(others).toEqual([]);
    expect(second?.id).not.toBe(first?.id);
  });

  test('can be answered by its owner', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    await run(maya);
    const [conversation] = await listed(maya);
    const said = { assistantId: 'soshie', conversationId: conversation?.id ?? '', text: 'Shorter, please' } as const;
    await maya.api.chat.send.mutate({ id: randomUUID(), ...said });
    await app.container.services.runner.idle();
    expect(app.model.requests.at(-1)?.history.at(-1)?.content).toContain('Shorter, please');
  });

  test('that is rehearsed is not said', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    const context = await aRehearsal(app, maya.userId, { values: { 's1.answer': 'x' } });
    expect(await steps().post.rehearse(post, context)).toMatchObject({ body: 'x' });
    expect(await listed(maya)).toEqual([]);
  });
});

describe('a template', () => {
  const fill = (values: Record<string, string>, templateId = 'offer') =>
    ({ kind: 'template', id: 's2', templateId, values }) as const;
  const ALL = { name: '{{s1.answer}}', items: '- Bowl\n- Vase', day: '2026-12-24', price: '1,200', tone: 'Dry' };
  const used = async ({ api }: Person) => (await api.usage.check.query({ usageType: 'templates' })).currentUsage;

  test('is filled in with texts of every kind, and counts once', async () => {
    const maya = await aPerson(app);
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Ann' } });
    const outcome = await steps().template.run(fill(ALL), context);
    await steps().template.run(fill(ALL), context);
    expect(outcome).toMatchObject({
      kind: 'done',
      output: {
        subject: 'For Ann',
        text: expect.stringMatching(
          /^Hello Ann,\n[^]*Bowl\n[^]*Vase\nUntil Thursday, December 24, 1200 each, regards$/,
        ),
      },
    });
    expect(await used(maya)).toBe(1);
  });

  test('without a required blank fails and names it, also in a rehearsal', async () => {
    const maya = await aPerson(app);
    const step = fill({ ...ALL, name: '{{s1.answer}}', items: '' });
    await expect(steps().template.run(step, await aStepContext(app, maya.userId))).rejects.toThrow(
      'Please fill in “Customer” and “Items” first.',
    );
    await expect(
      steps().template.run(fill({ ...ALL, price: 'many' }), await aStepContext(app, maya.userId)),
    ).rejects.toThrow('Price: Please enter a number');
    expect(await steps().template.rehearse(step, await aRehearsal(app, maya.userId))).toMatchObject({
      outcome: 'stops',
      text: 'It would fail. Please fill in “Customer” and “Items” first.',
    });
    expect(await used(maya)).toBe(0);
  });

  test('that is gone, or of somebody else, fails', async () => {
    const maya = await aPerson(app);
    await expect(steps().template.run(fill({}, 'nothing'), await aStepContext(app, maya.userId))).rejects.toThrow(
      'isn’t here anymore',
    );
  });

  test('beyond the plan pauses the run until the next month', async () => {
    const maya = await aPerson(app);
    await haveUsed(app, maya.userId, { kind: 'templates', amount: 5 });
    const context = await aStepContext(app, maya.userId, { values: { 's1.answer': 'Ann' } });
    expect(await steps().template.run(fill(ALL), context)).toMatchObject({
      kind: 'pauses',
      until: new Date('2026-12-01T00:00:00Z'),
    });
  });

  test('that is rehearsed is shown filled in, and doesn’t count', async () => {
    const maya = await aPerson(app);
    const context = await aRehearsal(app, maya.userId, { values: { 's1.answer': 'Ann' } });
    expect(await steps().template.rehearse(fill(ALL), context)).toMatchObject({
      outcome: 'would',
      body: expect.stringContaining('Hello Ann'),
      output: { subject: 'For Ann' },
    });
    expect(await used(maya)).toBe(0);
  });
});
