import { expect, it } from 'vitest';
import { previewOf } from './chat.dto.ts';

it.each([
  [
    '**Subject:** Forty bowls\n\nHello {{first_name}}, _come_ on Saturday.',
    'Subject: Forty bowls Hello {{first_name}}, come on Saturday.',
  ],
  ['### Plan\n\n1. **Ask** [Emmie](https://x.example).\n- Then rest.', 'Plan Ask Emmie. Then rest.'],
  ['| a | b |\n| --- | --- |\n\nAfter the table.\n\n---', 'After the table.'],
  ['```js\nlet a = 1;\n```', ''],
  ['It costs **$42** [f7]. Ships free. [f1, f12]', 'It costs $42. Ships free.'],
])('SHELL-3: the preview of an answer is plain text: %j', (markdown, preview) => {
  expect(previewOf(markdown)).toBe(preview);
});

it('SHELL-3: a long preview is cut at a word', () => {
  const preview = previewOf('bowls and cups '.repeat(40));
  expect(preview.length).toBeLessThanOrEqual(140);
  expect(preview).toMatch(/(?:bowls|and|cups)…$/);
});
