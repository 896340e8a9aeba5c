import { describe, expect, it } from 'vitest';
import { changeHistory, redo, startHistory, undo, type Draft } from './history.ts';

const draft = (name: string): Draft => ({
  name,
  description: '',
  definition: { trigger: { kind: 'manual', form: [] }, steps: [] },
});
const typed = (names: string[], about?: string, gapMs = 100) =>
  names.reduce(
    (history, name, index) => changeHistory(history, draft(name), index * gapMs, about),
    startHistory(draft('')),
  );

describe('undo and redo of an automation', () => {
  it('take back what was typed in one go, and bring it back', () => {
    const history = typed(['P', 'Po', 'Post'], 'name');
    expect(undo(history).present.name).toBe('');
    expect(redo(undo(history)).present.name).toBe('Post');
  });

  it('take back ten seconds at most of what was typed without a pause', () => {
    const history = typed(
      Array.from({ length: 20 }, (_none, index) => `${index}`),
      'name',
      1_000,
    );
    expect(undo(history).present.name).toBe('10');
  });

  it('take back one thing at a time after a pause, or in another field', () => {
    expect(undo(typed(['Post', 'Post it'], 'name', 5_000)).present.name).toBe('Post');
    const other = changeHistory(typed(['Post'], 'name'), draft('Post again'), 100, 'description');
    expect(undo(other).present.name).toBe('Post');
    expect(undo(typed(['a', 'b'])).present.name).toBe('a');
  });

  it('forget what was undone once something else changes', () => {
    const history = changeHistory(undo(typed(['a', 'b'])), draft('c'), 900);
    expect(redo(history)).toBe(history);
    expect(undo(history).present.name).toBe('a');
  });

  it('stop at the beginning, and remember the last hundred changes', () => {
    expect(undo(startHistory(draft('a'))).present.name).toBe('a');
    expect(typed(Array.from({ length: 150 }, (_none, index) => `${index}`)).past).toHaveLength(100);
  });
});
