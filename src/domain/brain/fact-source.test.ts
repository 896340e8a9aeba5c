import { describe, expect, it } from 'vitest';
import { messageLink, passageLink, searchForFact, sourceName, sourceText } from './fact-source.ts';

const noSource = { sourceId: null, passageId: null, name: null, place: null } as const;
const said = { kind: 'message', assistantId: 'emmie', conversationId: 'c', messageId: 'm', ...noSource } as const;
const typed = { kind: 'typed', assistantId: null, conversationId: null, messageId: null, ...noSource } as const;

describe('BRAIN-41: where a fact is from', () => {
  const now = new Date(2026, 10, 23, 12);
  it.each([
    [said, new Date(2026, 10, 9, 12), 'You, to Emmie · November 9'],
    [said, new Date(2026, 10, 23, 9, 12), 'You, to Emmie · today, 9:12 AM'],
    [{ ...said, assistantId: null }, new Date(2025, 10, 9, 12), 'You, in a chat · November 9, 2025'],
    [typed, new Date(2026, 10, 9, 12), 'Typed by you · November 9'],
    [
      { ...typed, kind: 'file' as const, name: 'Price list.pdf' },
      new Date(2026, 10, 9, 12),
      'Price list.pdf · November 9',
    ],
    [
      { ...typed, kind: 'automation' as const, name: 'Morning post' },
      new Date(2026, 10, 9, 12),
      'Morning post, an automation · November 9',
    ],
  ])('is said by name and day: %j', (source, at, text) => {
    expect(sourceText({ source, learnedAt: at.toISOString() }, now)).toBe(text);
  });

  it.each([
    [{ page: 2, heading: 'Bowls' }, 'Price list.pdf, p. 2'],
    [{ sheet: 'Prices', row: 14 }, 'Price list.pdf, row 14'],
    [{ sheet: 'Prices' }, 'Price list.pdf, Prices'],
    [{ heading: 'Returns' }, 'Price list.pdf, Returns'],
    [{ heading: 'Price list.pdf' }, 'Price list.pdf'],
    [{}, 'Price list.pdf'],
    [null, 'Price list.pdf'],
  ])('names its place in a document: %j', (place, name) => {
    expect(sourceName({ ...typed, kind: 'file', name: 'Price list.pdf', place })).toBe(name);
  });

  it('leads to the passage, or the document if the passage is gone', () => {
    const to = '/dashboard/brain/sources/$sourceId';
    expect(passageLink({ sourceId: 's', passageId: 'p' })).toEqual({
      to,
      params: { sourceId: 's' },
      search: { passage: 'p' },
    });
    expect(passageLink({ sourceId: 's', passageId: null })).toMatchObject({ to, search: {} });
    expect(passageLink({ sourceId: null, passageId: null })).toBeNull();
  });

  it('leads to the message, while its conversation exists', () => {
    expect(messageLink(said)).toEqual({
      to: '/dashboard/$slug',
      params: { slug: 'emmie' },
      search: { c: 'c', m: 'm' },
    });
    expect(messageLink({ ...said, conversationId: null })).toBeNull();
    expect(messageLink(typed)).toBeNull();
  });

  it('leads to the fact on the Brain page, whatever it says', () => {
    expect(searchForFact({ statement: 'Bowls & cups: 10%?' })).toEqual({ q: 'Bowls & cups: 10%?' });
    expect(searchForFact({ statement: 'x'.repeat(300) }).q).toHaveLength(200);
  });
});
