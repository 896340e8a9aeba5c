import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it('a key that confirms a word in an input method is told from others, in Safari too', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
