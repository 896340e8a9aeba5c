import { expect, it } from 'vitest';
import type { Segment } from '#contract/templates/render-template.ts';
import { blocksOf } from './blocks.ts';

const text = (words: string): Segment => ({ kind: 'text', text: words });
const value = (name: string, words: string): Segment => ({ kind: 'value', name, text: words });

it('a text is shown in paragraphs, with its lists as lists', () => {
  const segments = [
    text('Hello,\n\nOur '),
    value('event', 'opening'),
    text(' is near:\n'),
    value('news', '- Bowls\n- Cups'),
    text('\n\nSee you,\n'),
    { kind: 'missing', name: 'owner', text: '[Owner]' } as const, // reason: the kind is a literal
  ];
  expect(blocksOf(segments, (name) => name === 'news')).toEqual([
    { kind: 'lines', lines: [[text('Hello,')]] },
    { kind: 'lines', lines: [[text('Our '), value('event', 'opening'), text(' is near:')]] },
    { kind: 'list', name: 'news', items: ['Bowls', 'Cups'] },
    { kind: 'lines', lines: [[text('See you,')], [{ kind: 'missing', name: 'owner', text: '[Owner]' }]] },
  ]);
});

it('lines of a value stay together, and dashes outside lists are text', () => {
  expect(blocksOf([value('address', 'Mill Lane 3\nLeeds'), text('\n- not a list')], () => false)).toEqual([
    { kind: 'lines', lines: [[value('address', 'Mill Lane 3')], [value('address', 'Leeds')], [text('- not a list')]] },
  ]);
  expect(blocksOf([], () => false)).toEqual([]);
});
