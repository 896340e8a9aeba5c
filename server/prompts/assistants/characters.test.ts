import { describe, expect, test } from 'vitest';
import { ASSISTANT_IDS, ASSISTANTS, TEAM } from '#contract/chat/assistants.ts';
import { characterOf } from './character-of.ts';
import type { Character } from './character.ts';

const sentencesOf = ({ manner, knowledge, method, limits }: Character) => [manner, ...knowledge, ...method, limits];
const textsOf = (character: Character) => [...sentencesOf(character), ...Object.values(character.handsOverTo)];
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Every run of five words in a character. */
function phrasesOf(character: Character): Set<string> {
  const phrases = sentencesOf(character).flatMap((text) => {
    const words = wordsOf(text);
    return words.slice(0, Math.max(0, words.length - 4)).map((_, start) => words.slice(start, start + 5).join(' '));
  });
  return new Set(phrases);
}

describe.each(ASSISTANTS)('$name', ({ id }) => {
  const character = characterOf(id);

  test('has a manner, rules of thumb, a method and limits of its own', () => {
    expect(character.manner).toMatch(/^You /);
    expect(wordsOf(character.manner).length).toBeGreaterThanOrEqual(25);
    expect(character.knowledge.length).toBeGreaterThanOrEqual(6);
    expect(character.method.length).toBeGreaterThanOrEqual(3);
    for (const text of sentencesOf(character)) expect(text).toMatch(/\.$/);
  });

  test('names no teammate, so that a rename is a change of one line', () => {
    const text = textsOf(character).join('\n');
    expect(ASSISTANTS.filter(({ name }) => text.includes(name)).map(({ name }) => name)).toEqual([]);
  });

  test('claims no statistics', () => {
    expect(textsOf(character).join('\n')).not.toMatch(/\d\s?%|\d per ?cent|studies|research shows|on average/i);
  });

  test('shares no phrase with another', () => {
    const own = phrasesOf(character);
    const others = ASSISTANT_IDS.filter((other) => other !== id);
    expect(others.flatMap((other) => [...phrasesOf(characterOf(other))].filter((phrase) => own.has(phrase)))).toEqual(
      [],
    );
  });
});

test('everyone on the team is handed over to by someone', () => {
  const receiving = new Set(ASSISTANT_IDS.flatMap((id) => Object.keys(characterOf(id).handsOverTo)));
  // The coordinator hands over to all nine others.
  expect(Object.keys(characterOf('brain_ai').handsOverTo)).toHaveLength(TEAM.length - 1);
  expect(TEAM.filter(({ id }) => !receiving.has(id))).toEqual([]);
});
