import { describe, expect, it } from 'vitest';
import { atPlaceIn, isLinkHidden, next, open, rememberPlace } from './use-opening.ts';

const placeOf = (conversationId: string | null, linkedId: string | null = null) =>
  open(conversationId, linkedId).place?.messageId ?? null;

describe('a conversation opens', () => {
  it('at its end, unless it was left elsewhere', () => {
    expect(placeOf('c1')).toBeNull();
    rememberPlace('c1', { messageId: 'm7', offset: -40 });
    expect(open('c1', null).place).toEqual({ messageId: 'm7', offset: -40, isLinked: false });
    expect(placeOf('c2')).toBeNull();
    rememberPlace('c1', null);
    expect(placeOf('c1')).toBeNull();
  });

  it('at the message that a link names, wherever it was left', () => {
    rememberPlace('c1', { messageId: 'm7', offset: -40 });
    expect(open('c1', 'm3').place).toMatchObject({ messageId: 'm3', isLinked: true });
    expect(placeOf(null, 'm3')).toBeNull();
    rememberPlace('c1', null);
  });
});

describe('an open conversation', () => {
  const shown = open('c1', 'm3');

  it('stays as it is while the URL does, and when the URL no longer names the message', () => {
    expect(next(shown, 'c1', 'm3')).toBe(shown);
    expect(next(shown, 'c1', null)).toEqual({ ...shown, linkedId: null });
  });

  it('opens again at another message, also at one that the URL named before', () => {
    expect(next(shown, 'c1', 'm4')).toMatchObject({ place: { messageId: 'm4' } });
    const again = next(next(shown, 'c1', null), 'c1', 'm3');
    expect(again.key).not.toBe(shown.key);
    expect(again.place?.messageId).toBe('m3');
  });

  it('makes room for another one', () => {
    expect(next(shown, 'c2', null)).toMatchObject({ conversationId: 'c2', place: null });
  });
});

describe('a link to a message of another version', () => {
  const linked = open('c1', 'm3');
  const other = [{ id: 'm1' }, { id: 'm4' }];

  it('a link to a hidden version shows it once: after that, the person’s choice counts', () => {
    expect(isLinkHidden(linked.place, other)).toBe(true);
    expect(isLinkHidden(linked.place, [{ id: 'm3' }])).toBe(false);
    const shown = atPlaceIn(linked, 'c1', { messageId: 'm3', offset: 16, isLinked: true, isChosen: true });
    expect(isLinkHidden(shown.place, other)).toBe(false);
    expect(isLinkHidden(open('c1', null).place, other)).toBe(false);
  });

  it('a link does not reopen a conversation that the person has left in the meantime', () => {
    const elsewhere = open('c2', null);
    expect(atPlaceIn(elsewhere, 'c1', { messageId: 'm3', offset: 16, isLinked: true })).toBe(elsewhere);
  });
});
