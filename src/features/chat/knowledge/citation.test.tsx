import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Fact } from '#src/domain/brain/fact.ts';
import { Markdown } from '../answers/markdown/markdown.tsx';
import {
  AnswerIdProvider,
  KnowledgeContextProvider,
  type ConversationKnowledge,
  type Knowledge,
  type Passage,
  type QuotedMessage,
} from './knowledge-context.ts';
import { givenToAnswers } from './given.ts';
import { LearnedLine } from './learned-line.tsx';
import { UsedFacts } from './used-facts.tsx';

const aFact = (number: number, over: Partial<Fact> = {}): Fact => ({
  id: `fact-${number}`,
  number,
  kind: 'product',
  subject: `Thing ${number}`,
  attribute: 'price',
  value: `$${number}`,
  quantity: String(number),
  unit: 'USD',
  statement: `Thing ${number} costs $${number}`,
  state: 'confirmed',
  isSuggestion: false,
  isSaid: true,
  isDisputed: false,
  source: {
    kind: 'message',
    assistantId: 'emmie',
    conversationId: null,
    messageId: null,
    sourceId: null,
    passageId: null,
    name: null,
    place: null,
  },
  quote: '',
  learnedAt: '2026-11-09T12:00:00Z',
  validFrom: null,
  validUntil: null,
  isPinned: false,
  isShareable: false,
  replaced: null,
  history: [],
  formerName: null,
  ...over,
});

const aPassage = (number: number, over: Partial<Passage> = {}): Passage => ({
  id: `passage-${number}`,
  number,
  sourceId: 'source',
  sourceName: 'Price list.pdf',
  kind: 'file',
  url: null,
  headings: ['Bowls'],
  place: { page: 2, heading: 'Bowls' },
  readAt: '2026-11-12T12:00:00Z',
  ...over,
});

const aMessage = (id: string, title: string): QuotedMessage => ({
  id,
  conversationId: `conversation of ${id}`,
  title,
  assistantId: 'emmie',
  role: 'user',
  createdAt: '2026-11-09T12:00:00Z',
});

type Offered = Pick<ConversationKnowledge, 'facts' | 'passages' | 'messages'> & { messageIds: string[] };
/** What the one answer `answer` was given. */
const offering = ({ facts, passages, messages, messageIds }: Offered) => {
  const ids = { factIds: facts.map(({ id }) => id), passageIds: passages.map(({ id }) => id), messageIds };
  return givenToAnswers({ offered: { answer: ids }, facts, passages, messages });
};
const onlyFacts = (facts: Fact[]): Offered => ({ facts, passages: [], messages: [], messageIds: [] });

const nothing = () => undefined;
function knowing(facts: Fact[], over: Partial<Knowledge> = {}, offered = onlyFacts(facts)): Knowledge {
  const given = offering(offered);
  return {
    conversationId: 'c',
    givenTo: (answerId) => given.get(answerId) ?? new Map(),
    memory: [],
    factOf: (id) => facts.find((fact) => fact.id === id),
    learnedFrom: () => facts,
    withdrawnBy: () => [],
    preferencesFrom: () => undefined,
    latest: (fact) => fact,
    undone: new Map(),
    undo: nothing,
    redo: nothing,
    undoWithdrawal: nothing,
    redoWithdrawal: nothing,
    newestQuestionId: undefined,
    toggle: nothing,
    ...over,
  };
}

type RenderOptions = { facts?: Fact[]; offered?: Offered; isGrowing?: boolean; answerId?: string };
function render(text: string, options: RenderOptions = {}): string {
  const { facts = [aFact(7), aFact(12)], offered, isGrowing = false, answerId = 'answer' } = options;
  const html = renderToStaticMarkup(
    <KnowledgeContextProvider value={knowing(facts, {}, offered)}>
      <AnswerIdProvider value={answerId}>
        <Markdown text={text} isGrowing={isGrowing} />
      </AnswerIdProvider>
    </KnowledgeContextProvider>,
  );
  return (
    html
      .replaceAll(' dir="auto"', '')
      // Each chip as `‹its words›`.
      .replaceAll(/<cite>( ?).*?<\/cite>/g, (chip, space: string) => {
        const words = chip.replaceAll(/<[^>]+>/g, '').trim();
        return `${space}‹${words.replace('Source: ', '')}›`;
      })
      // Text next to elements is wrapped in one of its own.
      .replaceAll(/<span>([^<]*)<\/span>/g, '$1')
  );
}

describe('BRAIN-40: a citation in an answer', () => {
  it('is a button that opens where the fact is from', () => {
    const html = renderToStaticMarkup(
      <KnowledgeContextProvider value={knowing([aFact(7)])}>
        <AnswerIdProvider value="answer">
          <Markdown text="It costs $7 [f7]." isGrowing={false} />
        </AnswerIdProvider>
      </KnowledgeContextProvider>,
    );
    expect(html).toMatch(
      /<cite> <button type="button" class="cited" id="[^"]+" aria-haspopup="dialog" aria-expanded="false">/,
    );
    expect(html).toContain('<span class="sr">Source: </span><bdi>Thing 7, $7</bdi></button></cite><span>.</span></p>');
  });

  it.each([
    ['It costs $7 [f7].', '<p>It costs $7 ‹Thing 7, $7›.</p>'],
    ['Two. [f7][f12]', '<p>Two. ‹Thing 7, $7› ‹Thing 12, $12›</p>'],
    ['Two. [f7, f12]', '<p>Two. ‹Thing 7, $7› ‹Thing 12, $12›</p>'],
    ['**Bold [f7]** text', '<p><strong>Bold ‹Thing 7, $7›</strong> text</p>'],
    ['- One [f7]\n- Two [f12]', '<ul>\n<li>One ‹Thing 7, $7›</li>\n<li>Two ‹Thing 12, $12›</li>\n</ul>'],
    ['# Head [f7]', '<h3>Head ‹Thing 7, $7›</h3>'],
    ['> Quote [f7]', '<blockquote>\n<p>Quote ‹Thing 7, $7›</p>\n</blockquote>'],
    ['السعر 7 [f7].', '<p>السعر 7 ‹Thing 7, $7›.</p>'],
  ])('%j is shown wherever there is text', (text, html) => {
    expect(render(text)).toBe(html);
  });

  it('is shown in a table', () => {
    expect(render('| Item | Price |\n|---|--:|\n| Mug [f7] | 12 [f12] |')).toContain(
      '<td>Mug ‹Thing 7, $7›</td><td class="r">12 ‹Thing 12, $12›</td>',
    );
  });

  it('follows a link that it stands in, and is none itself', () => {
    const link = (text: string) =>
      `<a class="link" href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">${text}<small class="muted" dir="ltr"> (example.com)</small></a>`;
    expect(render('[the shop [f7]](https://example.com) now')).toBe(`<p>${link('the shop')} ‹Thing 7, $7› now</p>`);
    expect(render('It costs $7 [f7]\n\n[f7]: https://example.com')).toBe('<p>It costs $7  ‹Thing 7, $7›</p>');
  });

  it.each(['`[f7]`', '```\n[f7]\n```', '    [f7]'])('is never read into code: %j', (text) => {
    expect(render(text)).toContain('[f7]');
    expect(render(text)).not.toContain('‹');
  });

  it('isn’t shown if the answer wasn’t given the fact: models make numbers up', () => {
    expect(render('It costs $7 [f99].')).toBe('<p>It costs $7.</p>');
    expect(render('It costs $7 [f7].', { answerId: 'another' })).toBe('<p>It costs $7.</p>');
  });

  it.each(['It costs $7 [', 'It costs $7 [f', 'It costs $7 [f7', 'It costs $7 [f7, f1'])(
    'isn’t shown before it is whole: %j',
    (text) => {
      expect(render(text, { isGrowing: true })).toBe('<p>It costs $7</p>');
      // An answer that ended early may end like this for good.
      expect(render(text)).toBe('<p>It costs $7</p>');
    },
  );

  it('keeps half of one in code that is being written', () => {
    expect(render('```\nrow[f7', { isGrowing: true })).toContain('row[f7');
  });

  it.each([
    ['superseded', 'Source, replaced since: Thing 7, $7'],
    ['forgotten', 'Source, forgotten since: Thing 7, $7'],
    ['conflict', 'Thing 7, $7'],
  ] as const)('of a fact that is %s by now says so', (state, words) => {
    expect(render('It costs $7 [f7].', { facts: [aFact(7, { state })] })).toBe(`<p>It costs $7 ‹${words}›.</p>`);
  });

  it('of a passage says the source’s short name and the place, of a message the conversation', () => {
    const offered = {
      facts: [aFact(7)],
      passages: [
        aPassage(3),
        aPassage(4, { kind: 'site', sourceName: 'www.fernandkiln.example', place: { heading: 'Bowls' } }),
      ],
      messages: [aMessage('second', 'A newsletter for November')],
      // The first one's conversation is deleted by now.
      messageIds: ['first', 'second'],
    };
    expect(render('One [p3]. Two [p4, f7]. Three [m1] [m2] [p9].', { offered })).toBe(
      '<p>One ‹Price list, p. 2›. Two ‹fernandkiln.example, Bowls› ‹Thing 7, $7›. Three ‹A newsletter for November›.</p>',
    );
  });

  it('may stand in an answer a thousand times', () => {
    const html = render('It costs $7 [f7].\n\n'.repeat(1_000));
    expect(html.split('‹').length - 1).toBe(1_000);
  });
});

describe('BRAIN-42: the line under an answer', () => {
  const line = (content: string, facts = [aFact(1), aFact(2), aFact(3)], offered = onlyFacts(facts)) =>
    renderToStaticMarkup(
      <KnowledgeContextProvider value={knowing(facts, {}, offered)}>
        <UsedFacts answerId="answer" content={content} />
      </KnowledgeContextProvider>,
    ).replaceAll(/<[^>]+>/g, '');

  it.each([
    ['One [f1], again [f1], and one that was made up [f9].', 'Used 1 of the 3 facts I had. See the rest'],
    ['None, for this is code: `[f1]`', 'I had 3 facts and used none. See them'],
    ['All [f1, f2][f3]', 'Used all 3 facts I had.'],
  ])('of %j is %j', (content, text) => {
    expect(line(content)).toBe(text);
  });

  it('counts passages and messages, too', () => {
    const offered = { facts: [aFact(1)], passages: [aPassage(1)], messages: [aMessage('m', 'M')], messageIds: ['m'] };
    expect(line('One [p1] and [m1]', [], offered)).toBe('Used 2 of the 3 things I found. See the rest');
  });

  it('isn’t there if there was nothing to use', () => {
    expect(line('An answer [f1]', [])).toBe('');
  });
});

describe('BRAIN-43: the line under a question', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true });
  const line = (facts: Fact[], over: Partial<Knowledge> = {}) =>
    renderToStaticMarkup(
      <RouterContextProvider router={router}>
        <KnowledgeContextProvider value={knowing(facts, over)}>
          <LearnedLine questionId="question" />
        </KnowledgeContextProvider>
      </RouterContextProvider>,
    );
  const words = (html: string) => html.replaceAll(/<[^>]+>/g, '');

  it('says what was learned, and how many if it’s more than one', () => {
    expect(words(line([aFact(7)]))).toBe('Learned: Thing 7 costs $7·Undo');
    expect(words(line([aFact(7), aFact(12)]))).toBe('Learned 2 facts');
    expect(words(line([aFact(7, { state: 'conflict' })]))).toBe('Learned: Thing 7 costs $7·Settle it·Undo');
    expect(words(line([aFact(7, { state: 'superseded' })]))).toBe('Learned: Thing 7 costs $7(replaced since)');
  });

  it('the line shows the replaced value, struck through', () => {
    const replaced = { id: 'before', statement: 'Thing 7 costs $6.', value: '$6', until: '2026-11-29T09:00:00.000Z' };
    const html = line([aFact(7, { replaced })]);
    expect(words(html)).toBe('Learned: Thing 7 costs $7Replaced $6·Undo');
    expect(html).toContain('<s>$6</s>');
  });

  it('the line lists facts that aren’t true anymore with the learned ones, and offers Undo', () => {
    const gone = aFact(12, { state: 'forgotten' });
    const withdrawnBy = () => [gone];
    expect(words(line([], { withdrawnBy }))).toBe('No longer true: Thing 12 costs $12·Undo');
    expect(words(line([aFact(7)], { withdrawnBy }))).toBe('Learned 1 fact, 1 no longer true');
    const undone = new Map([['fact-12', gone.statement]]);
    expect(words(line([], { withdrawnBy, undone }))).toBe('Back to: Thing 12 costs $12·Redo');
    expect(line([], { withdrawnBy: () => [aFact(12)] }), 'brought back on another day').toBe('');
  });

  it('says what undoing it did, with a way back', () => {
    const forgotten = aFact(7, { state: 'forgotten' });
    expect(words(line([forgotten], { undone: new Map([['fact-7', null]]) }))).toBe('Forgot: Thing 7 costs $7·Redo');
    expect(words(line([forgotten], { undone: new Map([['fact-7', 'Thing 7 costs $6']]) }))).toBe(
      'Back to: Thing 7 costs $6·Redo',
    );
  });

  it('isn’t there if nothing was learned, or it was forgotten on another day', () => {
    expect(line([])).toBe('');
    expect(line([aFact(7, { state: 'forgotten' })])).toBe('');
  });

  it('announces what is learned from the newest question, and nothing older', () => {
    expect(line([], { newestQuestionId: 'question' })).toBe('<p class="learned" role="status"></p>');
    expect(line([aFact(7)])).not.toContain('role="status"');
  });
});
