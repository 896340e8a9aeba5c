import { expect, it } from 'vitest';
import { pressedKey } from './pressed-key.ts';

it.each(['Enter', 'Escape'])('%s that ends an input method’s composition is ignored, in Safari too', (key) => {
  const press = { key, isComposing: false, keyCode: 13 };
  for (const [pressed, expected] of [
    [press, key],
    [{ ...press, isComposing: true }, ''],
    [{ ...press, keyCode: 229 }, ''],
  ] as const) {
    expect(pressedKey(pressed)).toBe(expected);
    expect(pressedKey({ nativeEvent: pressed })).toBe(expected);
  }
});
