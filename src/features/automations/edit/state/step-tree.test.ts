import { describe, expect, it } from 'vitest';
import { definitionSchema } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import { fieldNameFor } from '../steps/field-name.ts';
import { addStep, newStepId } from './new-step.ts';
import { usesInWords } from './rail-words.ts';
import { runUses } from './run-uses.ts';
import { numbersOf } from '#contract/automations/all-steps.ts';
import { copyStep, fitsAt, insertStep, moveStep, removeStep, replaceStep } from './step-tree.ts';

const notify = (id: string): Step => ({ kind: 'notify', id, text: 'Hello' });
const gate = (id: string, then: Step[] = [], otherwise: Step[] = []): Step => ({
  kind: 'condition',
  id,
  value: 's1.answer',
  test: 'is',
  than: 'Yes',
  then,
  otherwise,
  stops: true,
});
const loop = (id: string, steps: Step[]): Step => ({ kind: 'loop', id, over: 's1.list', max: 5, steps });
/** `a b(c|d)` for a condition b, `e[f]` for a loop. */
const shape = (steps: readonly Step[]): string =>
  steps
    .map((step) => {
      if (step.kind === 'condition') return `${step.id}(${shape(step.then)}|${shape(step.otherwise)})`;
      return step.kind === 'loop' ? `${step.id}[${shape(step.steps)}]` : step.id;
    })
    .join(' ');
const moved = (steps: readonly Step[], id: string, by: -1 | 1, times = 1) => {
  let now = steps;
  for (let time = 0; time < times; time += 1) now = moveStep(now, id, by);
  return shape(now);
};

describe('moving a step', () => {
  const steps = [notify('sa'), gate('sb', [notify('sc')], [notify('sd')]), notify('se')];

  it.each([
    [1, 'sb(sa sc|sd) se'],
    [2, 'sb(sc sa|sd) se'],
    [3, 'sb(sc|sa sd) se'],
    [4, 'sb(sc|sd sa) se'],
    [5, 'sb(sc|sd) sa se'],
    [6, 'sb(sc|sd) se sa'],
    [7, 'sb(sc|sd) se sa'],
  ])('down %i times leads through every place, and back up again', (times, expected) => {
    expect(moved(steps, 'sa', 1, times)).toBe(expected);
    const there = steps.slice();
    let now: readonly Step[] = there;
    for (let time = 0; time < times; time += 1) now = moveStep(now, 'sa', 1);
    expect(moved(now, 'sa', -1, 7)).toBe(shape(steps));
  });

  it('passes a condition that only decides whether to continue', () =>
    expect(moved([notify('sa'), gate('sb')], 'sa', 1)).toBe('sb(|) sa'));

  it('never nests deeper than a definition may', () => {
    const deep = [loop('sa', [loop('sb', [notify('sc')])]), gate('sd', [notify('se')])];
    expect(moved(deep, 'sd', -1), 'into the loop').toBe('sa[sb[sc] sd(se|)]');
    expect(moved(deep, 'sd', -1, 2), 'past the one inside').toBe('sa[sd(se|) sb[sc]]');
    expect(fitsAt(deep, { id: 'sb', branch: 'steps' }, gate('sx'))).toBe(false);
    const trigger = { kind: 'manual' as const, form: [] };
    const result = definitionSchema.safeParse({ trigger, steps: moveStep(deep, 'sd', -1) });
    expect(result.error?.issues).toBeUndefined();
  });
});

describe('steps', () => {
  it('are changed, added and removed wherever they are', () => {
    const steps = [loop('sa', [gate('sb', [notify('sc')])])];
    expect(shape(removeStep(steps, 'sc'))).toBe('sa[sb(|)]');
    expect(shape(insertStep(steps, { parent: { id: 'sb', branch: 'otherwise' }, index: 0 }, notify('sd')))).toBe(
      'sa[sb(sc|sd)]',
    );
    expect(replaceStep(steps, 'sc', (step) => ({ ...step, text: 'Changed' }) as Step)).not.toEqual(steps); // reason: it is a notification
  });

  it('are copied with the values that they use from each other', () => {
    let count = 0;
    const ask: Step = {
      kind: 'ask',
      id: 's2',
      assistantId: 'emmie',
      prompt: 'About {{s1.item}} and {{s0.a}}',
      parts: [],
    };
    const copy = copyStep(loop('s1', [ask, { ...notify('s3'), text: '{{s2.answer}}' } as Step]), () => `sn${++count}`); // reason: as above
    expect(copy).toMatchObject({
      id: 'sn1',
      over: 'sn1.list',
      steps: [
        { id: 'sn2', prompt: 'About {{sn1.item}} and {{s0.a}}' },
        { id: 'sn3', text: '{{sn2.answer}}' },
      ],
    });
  });

  it('are numbered as they are read, after the trigger', () => {
    const numbers = numbersOf([notify('sa'), gate('sb', [notify('sc')], [loop('sd', [notify('se')])])]);
    expect([...numbers]).toEqual([
      ['sa', '2'],
      ['sb', '3'],
      ['sc', '3.1'],
      ['sd', '3.2'],
      ['se', '3.2.1'],
    ]);
  });

  it('begin with what the step before them returned', () => {
    const usual = { assistantId: 'soshie' as const, automationName: 'Morning post' };
    const empty = { trigger: { kind: 'manual' as const, form: [] }, steps: [] };
    const asked = addStep(empty, { parent: null, index: 0 }, 'ask', 's1', usual);
    const approved = addStep(asked, { parent: null, index: 1 }, 'approve', 's2', usual);
    const sent = addStep(approved, { parent: null, index: 2 }, 'email', 's3', usual);
    expect(approved.steps[1]).toMatchObject({ text: '{{s1.answer}}', title: 'Morning post' });
    expect(sent.steps[2]).toMatchObject({ to: 'me', subject: 'Morning post', body: '{{s2.text}}' });
    expect(newStepId(() => 0)).toBe('s000000');
  });

  it.each([
    ['Worth posting', [], 'worthPosting'],
    ['2nd price', [], 'ndPrice'],
    ['日付', ['part'], 'part2'],
  ])('call a part labeled %j so that a text can use it', (label, taken, name) =>
    expect(fieldNameFor(label, taken)).toBe(name),
  );

  it('use at most what their branches and lists allow', () => {
    const ask: Step = { kind: 'ask', id: 's1', assistantId: 'emmie', prompt: 'x', parts: [] };
    const email: Step = { kind: 'email', id: 's2', to: 'Maya@fernandkiln.example', subject: 'a', body: 'b' };
    const plain = runUses([ask, gate('sg'), email], 'maya@fernandkiln.example');
    expect(plain.most).toMatchObject({ messages: 1, emailsToMe: 1, emailsToOthers: 0 });
    expect(plain.least).toEqual(plain.most);
    const branched = runUses([ask, gate('sg', [ask, ask], [ask]), loop('sl', [email])], 'other@example.com');
    expect(branched.most).toMatchObject({ messages: 3, emailsToOthers: 5 });
    expect(branched.least).toMatchObject({ messages: 2, emailsToOthers: 0 });
    expect(usesInWords(branched, 2_500).map(({ amount }) => amount)).toEqual([
      'Up to 3 of your 2,500',
      'None',
      'Up to 5',
      'None',
    ]);
  });
});
