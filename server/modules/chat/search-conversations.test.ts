import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchWords } from '#db/queries/chat/search-words.ts';
import { isStorableInput } from '#server/lib/text/storable-input.ts';
import { ask, model } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { excerptOf } from './search-conversations.ts';

/** Words that are cut differently by different definitions of a word. */
const HOSTILE_WORDS =
  `café|cafe\u0301|naïve|straße|İstanbul|ΟΔΟΣ|العربية|हिन्दी|東京タワー|今年的预算。|窑炉|don’t|it's|e-mail|well-known|-|---
  foo_bar|**rest**aurants|\`code\`|3.14|-5|1e5|100%|v1.2.3|2026-11-21|①|🙂|👩‍🚀|1️⃣|❤️|\u00a0|\\|\\'|:*|!(a & b)|<b>|<a href="x">|&amp;
  https://example.com/a/b?c=1|a@b.co|/usr/local|C:\\dir|${'x'.repeat(80)}|${'字'.repeat(80)}`.split(/\||\n {2}/);

describe('the excerpt', () => {
  const textOf = (content: string[]) =>
    excerptOf(content)
      .map(({ text }) => text)
      .join('');

  test('begins at a word shortly before the hit, and is cut', () => {
    const excerpt = textOf(['before '.repeat(40), 'kiln', ' after'.repeat(40)]);
    expect(excerpt).toMatch(/^…(before )+kiln (after )+/);
    expect(excerpt.endsWith('…')).toBe(true);
    expect(excerpt.length).toBeLessThan(170);
  });

  test('begins with the hit if no space stands shortly before it', () => {
    expect(textOf(['今年的预算。'.repeat(40), '窑炉开放日'])).toBe('…窑炉开放日');
    expect(textOf(['before,'.repeat(20), 'kiln', ' and more'])).toBe('…kiln and more');
  });

  test('leaves citations out, and brackets in', () => {
    expect(textOf(['It costs $42 [f7]. The [', 'kiln', '] opens [f1, f12] soon'])).toBe(
      'It costs $42. The [kiln] opens soon',
    );
  });

  test('has a match, whatever was written and typed', async () => {
    const app = await createTestApp();
    const maya = await aPerson(app);
    model(app, 'An answer');
    await ask(maya, 'A question');
    await app.container.services.runner.idle();
    const words = fc.oneof(
      fc.constantFrom(...HOSTILE_WORDS),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const content = fc
      .tuple(
        fc.constantFrom('', 'before '.repeat(60), '字'.repeat(400)),
        fc.array(fc.tuple(words, fc.constantFrom(' ', '\n', '', '-', ', '))),
        fc.constantFrom('', ' after'.repeat(60)),
      )
      .map(([before, pairs, after]) => [before, ...pairs.flat(), after].join(''));
    const typed = fc.oneof(
      words,
      fc.tuple(words, words).map((pair) => pair.join(' ')),
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.oneof(typed, fc.nat()),
        fc.integer({ min: 1, max: 30 }),
        async (text, from, length) => {
          // Words of any text, or a part of this one.
          const start = typeof from === 'number' ? from % (text.length + 1) : 0;
          const search = (typeof from === 'number' ? text.slice(start, start + length) : from).trim();
          fc.pre(search !== '' && isStorableInput(text) && isStorableInput(search));
          const written = { content: text, words: searchWords(maya.userId, text) };
          await app.db.updateTable('messages').set(written).where('role', '=', 'user').execute();
          const hits = await maya.api.chat.search.query({ text: search });
          for (const { excerpt } of hits.found) {
            if (excerpt === null) continue;
            found += 1;
            expect(excerpt.some(({ isHit }) => isHit)).toBe(true);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(10);
  });
});
