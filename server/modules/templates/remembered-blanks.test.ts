import { expect, test } from 'vitest';
import { memoryOf, sentencesFor } from '#contract/templates/remembered.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { TEMPLATES } from '#server/content/templates/index.ts';
import { fillFromFacts, type KnownFact } from './find-fills.ts';

/** A fact that no model has read yet. */
const aFact = (id: string, kind: KnownFact['kind'], statement: string): KnownFact =>
  ({
    id,
    kind,
    statement,
    subject: statement,
    attribute: '',
    value: '',
    isSuggestion: false,
    isDisputed: false,
    validFrom: null,
    validUntil: null,
  }) as KnownFact; // reason: filling in reads nothing else of a fact

const REMEMBERED = TEMPLATES.flatMap((template) =>
  template.blanks
    .filter((blank) => memoryOf(blank))
    .map((blank) => ({ id: `${template.id} ${blank.name}`, template, blank })),
);

test.each(REMEMBERED.filter(({ blank }) => memoryOf(blank)?.isLasting === true).map((one) => [one.id, one] as const))(
  '%s: what lasts is remembered so that it fills the same blank again',
  (_, { template, blank }) => {
    const { blanks, example } = template;
    const statements = sentencesFor(blanks, blank, example.values);
    const kind = memoryOf(blank)?.factKinds[0] ?? 'policy';
    const filled = fillFromFacts(
      blank,
      statements.map((statement, at) => aFact(String(at), kind, statement)),
      '2026-11-29',
    );
    if (!filled || !('value' in filled)) throw new Error(`nothing fills in ${blank.name}`);
    const values = { ...example.values, [blank.name]: filled.value };
    expect(renderTemplate(template, values).body).toBe(renderTemplate(template, example.values).body);
  },
);

test('each sentence to remember names its own blank, and others that the template has', () => {
  for (const { id, template, blank } of REMEMBERED) {
    const sentences = sentencesFor(template.blanks, blank, template.example.values);
    expect(sentences.length, id).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence, id).toMatch(/^\p{L}[^{}[\]]* [^{}[\]]+$/u);
    expect(memoryOf(blank)?.sentence, id).toContain(`{{${blank.name}}}`);
  }
});
