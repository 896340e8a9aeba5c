import { describe, expect, it } from 'vitest';
import { beforeThatText, formerNameText, replacedText, untilText } from './fact-history.ts';

const now = new Date(2026, 10, 29, 12);
const earlier = (value: string, until: Date) => ({
  id: value,
  statement: `The large bowl costs ${value}.`,
  value,
  until: until.toISOString(),
});
const replaced = earlier('$9', new Date(2026, 10, 27, 12));

describe('what a fact replaced', () => {
  it('a replaced fact is shown as its value if both facts have one, and otherwise in full', () => {
    expect(replacedText({ value: '$10', replaced })).toBe('$9');
    expect(replacedText({ value: '', replaced })).toBe('The large bowl costs $9');
    expect(replacedText({ value: '$10', replaced: { ...replaced, value: '' } })).toBe('The large bowl costs $9');
    expect(replacedText({ value: '$10', replaced: null })).toBe('');
  });

  it('a replaced fact says until when it was true, and what was known before that', () => {
    expect(untilText(replaced, now)).toBe('November 27');
    expect(untilText({ until: '2026-11-27' }, now)).toBe('November 27');
    const history = [replaced, earlier('$8', new Date(2026, 9, 3, 12)), earlier('$7', new Date(2025, 4, 1, 12))];
    expect(beforeThatText({ history }, now)).toBe('$8 until October 3, $7 until May 1, 2025');
    expect(beforeThatText({ history: [replaced] }, now)).toBe('');
  });
});

describe('a fact about something that got another name', () => {
  it('says what it is called now and what it was called before, and until when if that is known', () => {
    const until = new Date(2026, 10, 27, 12).toISOString();
    const mug = { subject: 'Dawn Mug', formerName: { name: 'Speckled Mug', until } };
    expect(formerNameText(mug, now)).toBe('Now called Dawn Mug, was Speckled Mug until November 27');
    const unknown = { ...mug, formerName: { name: 'Speckled Mug', until: null } };
    expect(formerNameText(unknown, now)).toBe('Now called Dawn Mug, was Speckled Mug before');
    expect(formerNameText({ ...mug, formerName: null }, now)).toBeNull();
  });
});
