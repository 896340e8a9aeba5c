import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import {
  clipText,
  offsetAt,
  pastedText,
  readText,
  spliceText,
  valueBeside,
  withSpaces,
  type BoxNode,
} from './rich-text.ts';

const CHIP =
  '<span class="val" contenteditable="false" data-reference="s1.post">Post<small>The big bowl</small></span>';
const boxOf = (inner: string) =>
  parseHTML(`<div id="box">${inner}</div>`).document.querySelector('#box') as unknown as BoxNode; // reason: what is read of it
const child = (node: BoxNode, index: number) => [...node.childNodes][index]!; // reason: the test knows its markup

describe('a text with values in a box', () => {
  it.each([
    ['words', 'words'],
    [`Send ${CHIP} to me`, 'Send {{s1.post}} to me'],
    [`${CHIP}<br>`, '{{s1.post}}'],
    ['one\n\n<br>', 'one\n\n'],
    ['one<br>two', 'one\ntwo'],
    ['<div>typed</div>', 'typed'],
    ['a\u00a0b', 'a b'],
    ['', ''],
  ])('%s is saved as %j', (inner, text) => expect(readText(boxOf(inner))).toBe(text));

  it('counts a value as the text it is saved as', () => {
    const box = boxOf(`Send ${CHIP} to me`);
    expect(offsetAt(box, child(box, 0), 3)).toBe(3);
    expect(offsetAt(box, box, 1)).toBe(5);
    expect(offsetAt(box, box, 2)).toBe('Send {{s1.post}}'.length);
    expect(offsetAt(box, child(box, 2), 3)).toBe('Send {{s1.post}} to'.length);
    expect(offsetAt(box, child(child(box, 1), 0), 2), 'inside a chip is behind it').toBe('Send {{s1.post}}'.length);
  });

  it('is cut before a value that has no room', () => {
    expect(clipText('Send {{s1.post}} now', 20)).toBe('Send {{s1.post}} now');
    expect(clipText('Send {{s1.post}} now', 18)).toBe('Send {{s1.post}} n');
    expect(clipText('Send {{s1.post}} now', 12)).toBe('Send ');
  });

  it('loses a value as a whole', () => {
    const text = 'Send {{s1.post}} now';
    expect(valueBeside(text, 'Send {{s1.post}}'.length, 'before')).toBe(5);
    expect(valueBeside(text, 5, 'after')).toBe('Send {{s1.post}}'.length);
    expect(valueBeside(text, 5, 'before')).toBeNull();
    expect(spliceText(text, 5, 16, '')).toBe('Send  now');
  });

  it('takes plain text only, and one line where there is one', () => {
    expect(pastedText('a\r\nb\rc', false)).toBe('a\nb\nc');
    expect(pastedText('a\r\n  b', true)).toBe('a b');
  });

  it('sets a value off from the words around it', () => {
    expect(withSpaces('From', 4, 4, '{{s1.a}}')).toBe(' {{s1.a}}');
    expect(withSpaces('From . Then', 5, 5, '{{s1.a}}')).toBe('{{s1.a}}');
    expect(withSpaces('fromthen', 4, 4, '{{s1.a}}')).toBe(' {{s1.a}} ');
  });
});
