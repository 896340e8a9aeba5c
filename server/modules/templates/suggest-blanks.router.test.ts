import { beforeEach, describe, expect, test } from 'vitest';
import { messageIdSchema } from '#contract/ids.ts';
import { randomUUID } from 'node:crypto';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { composeTask } from '#sandbox/model/tasks/compose-task.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const ANSWER = 'Dear [first name],\n\nThe kiln opens on Saturday. Bowls are $31 [f7]. Yours, {{owner}}';
const PLAIN = 'Dear [first name],\n\nThe kiln opens on Saturday. Bowls are $31. Yours, [owner]';
let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'trial' });
});

/** An answer of Emmie, and what the model says to the request for its blanks. */
async function answered(text: string, suggest?: () => string): Promise<string> {
  app.model.answerWith(async function* answer({ task, instructions, history }) {
    const turns = history.map(({ role, content }) => ({ role, text: content }));
    if (task !== 'template-blanks') yield text;
    else yield suggest?.() ?? composeTask({ task, instructions, turns }) ?? '';
  });
  const send = { id: randomUUID(), assistantId: 'emmie', conversationId: null, text: 'Write an email' } as const;
  const turn = await maya.api.chat.send.mutate(send);
  await app.container.services.runner.idle();
  return turn.answer.id;
}
const suggestFor = (messageId: string) => maya.api.powerUps.templates.suggestBlanks.mutate({ messageId });
const withoutBlanks = { template: { text: { body: PLAIN }, blanks: [] }, isSuggested: false };

test('an answer becomes a draft whose examples give the answer again, without citations', async () => {
  const draft = await suggestFor(await answered(ANSWER));
  expect(draft).toMatchObject({
    assistantId: 'emmie',
    isSuggested: true,
    template: { title: 'Dear first name,', category: 'content', tags: [] },
  });
  const { text, blanks } = draft.template;
  expect(text.body).toBe('Dear {{name}},\n\nThe kiln opens on {{date}}. Bowls are {{price}}. Yours, {{name2}}');
  expect(blanks.map(({ name, example }) => [name, example])).toEqual([
    ['name', '[first name]'],
    ['name2', '[owner]'],
    ['price', '$31'],
    ['date', 'Saturday'],
  ]);
  const saved = await maya.api.powerUps.templates.create.mutate({ id: randomUUID(), template: draft.template });
  const values = Object.fromEntries(blanks.map(({ name, example }) => [name, example]));
  const used = await maya.api.powerUps.templates.use.mutate({ id: randomUUID(), templateId: saved.id, values });
  expect(used.body).toBe(PLAIN);
});

test('an answer with headings, bold words and a table becomes the text that an email would have', async () => {
  const draft = await suggestFor(
    await answered('## News\n\n**The kiln** opens on *Saturday*.\n\n| Bowl | Price |\n|---|---|\n| Moss | $31 |'),
  );
  const { body } = draft.template.text;
  expect(body).toBe('News\n\nThe kiln opens on {{date}}.\n\nBowl, Price\nMoss, {{price}}');
});

test('it costs no message and no template', async () => {
  await suggestFor(await answered(ANSWER));
  expect((await maya.api.usage.receipts.query({})).counted).toMatchObject({ messages: 1, templates: 0 });
});

describe('the text comes without blanks', () => {
  const misbehavior: [string, () => string][] = [
    ['half an object', () => '{"title": "Half'],
    ['prose', () => 'Which blanks would you like?'],
    ['a kind that doesn’t exist', () => JSON.stringify({ title: '', description: '', category: 'poems', blanks: [] })],
  ];
  test.each(misbehavior)('if the model returns %s', async (_, suggest) => {
    expect(await suggestFor(await answered(ANSWER, suggest))).toMatchObject(withoutBlanks);
  });

  test('if the model fails', async () => {
    const fail = () => {
      throw new ModelError('network');
    };
    const draft = await suggestFor(await answered(ANSWER, fail));
    expect(draft).toMatchObject({ ...withoutBlanks, template: { category: 'email', text: { body: PLAIN } } });
    expect(draft.template.title).not.toBe('');
  });

  test('if the operator’s budget is spent, or the model is off', async () => {
    const messageId = messageIdSchema.parse(await answered(ANSWER));
    const environments: Record<string, string>[] = [
      { AI_DAILY_CAP_USD: '0.000001', AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1' },
      { AI_ENABLED: 'false' },
    ];
    for (const environment of environments) {
      const other = await createTestApp({ keepData: true, environment, clock: app.clock });
      expect(await other.container.services.templates.suggestBlanks(maya.userId, messageId)).toMatchObject(
        withoutBlanks,
      );
      expect(other.model.requests).toEqual([]);
    }
  });

  test('if what the model found isn’t in it', async () => {
    const invented = { quote: 'Tuesday', label: 'Day', hint: '', kind: 'text' };
    const suggest = () => JSON.stringify({ title: 'A title', description: '', category: 'ads', blanks: [invented] });
    expect(await suggestFor(await answered(ANSWER, suggest))).toMatchObject({
      template: { title: 'A title', category: 'ads', text: { body: PLAIN }, blanks: [] },
    });
  });
});

test('an answer that is too long or empty, a question, and another person’s answer make none', async () => {
  const long = await answered('x'.repeat(10_001));
  await expect(suggestFor(long)).rejects.toThrow('This answer is too long for one template.');
  const [question] = await app.db.selectFrom('messages').select('id').where('role', '=', 'user').execute();
  expect(await refusal(suggestFor(question?.id ?? ''))).toBe('NOT_FOUND');
  const tomas = await aPerson(app);
  const asked = tomas.api.powerUps.templates.suggestBlanks.mutate({ messageId: long });
  expect(await refusal(asked)).toBe('NOT_FOUND');
});
