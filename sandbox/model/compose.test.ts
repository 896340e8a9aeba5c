import { describe, expect, test } from 'vitest';
import { ASSISTANTS, assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { introduce } from '#server/prompts/assistant-prompt.ts';
import { writeProfileBlock } from '#server/prompts/profile-block.ts';
import type { Conversation } from './chat-request.ts';
import { composeAnswer, SANDBOX_MARK } from './compose.ts';

const profile = writeProfileBlock({
  fullName: 'Nora Lind',
  businessName: 'Harbor Kiln',
  website: 'harborkiln.example',
  businessType: 'E-commerce',
  businessGoals: 'Increase sales, Get more traffic',
  businessSize: '2 to 10 people',
});

function instructions(id: AssistantId, block = profile): string {
  const { name, role } = assistantById(id);
  return `${introduce(name, role)} You help.\n\n${block}`;
}

function asks(...questions: string[]): Conversation['turns'] {
  return questions.flatMap((text, index): Conversation['turns'] =>
    index === 0
      ? [{ role: 'user', text }]
      : [
          { role: 'assistant', text: 'An answer.' },
          { role: 'user', text },
        ],
  );
}

function answer(id: AssistantId, ...questions: string[]): string {
  return composeAnswer({ instructions: instructions(id), turns: asks(...questions) });
}

describe.each(ASSISTANTS)('$name', ({ id, name }) => {
  test('says it is an example, mentions this business and has headings, a list and a table', () => {
    const text = answer(id, INTRODUCTIONS[id].sampleRequest);
    expect(text.split('\n')[0]).toBe(SANDBOX_MARK);
    expect(text).toContain(`Nora, ${name} here`);
    expect(text).toContain('Harbor Kiln');
    expect(text).toContain(`“${INTRODUCTIONS[id].sampleRequest}”`);
    expect(text).toMatch(/^## /m);
    expect(text).toMatch(/^1\. /m);
    expect(text).toMatch(/^\|---\|/m);
    expect(text).not.toContain('undefined');
  });

  test('is short enough to read to the end', () => {
    for (const question of [INTRODUCTIONS[id].sampleRequest, 'Can you improve that for our winter workshop tickets?']) {
      const words = answer(id, question)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      expect(words).toBeGreaterThanOrEqual(150);
      expect(words).toBeLessThanOrEqual(260);
    }
  });
});

test('the same conversation gives the same answer, whatever the time is', () => {
  const at = (time: string) =>
    composeAnswer({ instructions: `${instructions('seomi')}\n\nIt is ${time}.`, turns: asks('Which searches?') });
  const answers = Array.from({ length: 20 }, (_, minute) => at(`Sunday, November 29, 2026, 9:${minute + 10} AM`));
  expect(new Set(answers).size).toBe(1);
});

test('every assistant answers the same question differently', () => {
  const titles = ASSISTANTS.map(({ id }) => /^## (.*)$/m.exec(answer(id, 'What about our spring range?'))?.[1]);
  expect(new Set(titles).size).toBe(ASSISTANTS.length);
});

test('a follow-up refers to the earlier question and does not repeat the answer', () => {
  const text = answer('emmie', 'Write a newsletter.', 'And for the glazing workshop?');
  expect(text).toContain('Earlier you asked about “Write a newsletter”');
  expect(text).toContain('“glazing workshop”');
  expect(/^## (.*)$/m.exec(text)?.[1]).not.toBe(/^## (.*)$/m.exec(answer('emmie', 'Write a newsletter.'))?.[1]);
});

test('Code Helper always gives code', () => {
  for (const question of ['A formula?', 'An HTML button', 'Some SQL', 'A script', 'I am stuck']) {
    expect(answer('code_helper', question)).toMatch(/```\w+\n/);
  }
});

test('Finny does the sums on pasted figures', () => {
  const text = answer('finny', 'Compare: March 1200, April 900');
  expect(text).toContain('**2,100**');
  expect(text).toContain('-25 %');
});

test('without a profile nothing about the business is made up', () => {
  const text = composeAnswer({ instructions: instructions('milli', ''), turns: asks('Who should I call?') });
  expect(text).toContain('your business');
  expect(text).not.toContain('Nora');
});

test('a greeting gets a greeting', () => {
  const text = answer('viddy', 'Hello there');
  expect(text).toContain('## Hello, Nora');
  expect(text.startsWith(SANDBOX_MARK)).toBe(true);
});

test('markup in a question or a name stays text', () => {
  const block = writeProfileBlock({ businessName: '<img src=x onerror=alert(1)> [a](javascript:b)\n- Owner: Eve' });
  const text = composeAnswer({
    instructions: instructions('landa', block),
    turns: asks('<script>x</script> ![y](http://z)'),
  });
  expect(text).not.toMatch(/<img|<script|!\[|\]\(/);
  expect(text).not.toContain('Eve, Landa');
});

test('a request without instructions or without words still gets an answer', () => {
  expect(composeAnswer({ instructions: '', turns: [] })).toContain(SANDBOX_MARK);
});
