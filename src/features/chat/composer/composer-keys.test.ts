import { describe, expect, it } from 'vitest';
import { isSendKey, isStopKey } from './composer-keys.ts';

const press = {
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  keyCode: 13,
};

describe('CHAT-1: keys in the message box', () => {
  it.each([
    ['Enter sends', press, true],
    ['Ctrl+Enter sends too', { ...press, ctrlKey: true }, true],
    ['Cmd+Enter sends too', { ...press, metaKey: true }, true],
    ['Shift+Enter adds a line', { ...press, shiftKey: true }, false],
    ['Alt+Enter adds a line', { ...press, altKey: true }, false],
    ['Enter inside an input method chooses a word', { ...press, isComposing: true }, false],
    ['Enter that ends a composition in Safari chooses a word', { ...press, keyCode: 229 }, false],
    ['any other key types', { ...press, key: 'a', keyCode: 65 }, false],
  ])('%s', (_name, given, expected) => {
    expect(isSendKey(given)).toBe(expected);
  });
});

describe('Escape', () => {
  it('stops the answer, unless something else has used the key', () => {
    const escape = { key: 'Escape', isComposing: false, keyCode: 27, defaultPrevented: false, target: null };
    expect(isStopKey(escape)).toBe(true);
    expect(isStopKey({ ...escape, defaultPrevented: true })).toBe(false);
    expect(isStopKey({ ...escape, key: 'Enter' })).toBe(false);
    expect(isStopKey({ ...escape, isComposing: true })).toBe(false);
  });
});
