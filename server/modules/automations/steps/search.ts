import { LIST_VALUE_MAX } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import type { KnownFinder } from './find-known.ts';
import { plainLine, plainText, plainValues } from './plain-values.ts';
import type { RehearsalContext, StepContext, StepHandler } from './step-handler.ts';
import { draftLine, type StepTraits } from './step-traits.ts';

/** Of each passage that fits, this much is returned. */
const PASSAGE_CHARACTERS = 600;
const QUERY_CHARACTERS = 2_000;

type Found = Awaited<ReturnType<KnownFinder>>['found'];
const placeOf = ({ sourceName, page }: Found['passages'][number]) =>
  page === null ? sourceName : `${sourceName}, p. ${page}`;

/** What was found, one thing in a line, each with where it is from. */
function outputOf({ facts, passages }: Found): Values {
  const lines = [
    ...facts.map(({ statement, sourceName }) => (sourceName ? `${statement} (${sourceName})` : statement)),
    ...passages.map((passage) => `${plainLine(passage.text, PASSAGE_CHARACTERS)} (${placeOf(passage)})`),
  ];
  const statements = facts.map(({ statement }) => statement).slice(0, LIST_VALUE_MAX);
  return plainValues({ found: lines.join('\n'), facts: statements, count: lines.length });
}

export const searchTraits: StepTraits<StepOf<'search'>> = {
  read: ({ text }, id) => ({ kind: 'search', id, query: draftLine(text) }),
  write: ({ query }) => ({ text: query }),
  next: () => 'the automation looks something up in the Brain',
};

/** Looks for what the team knows. */
export function createSearchStep({ findKnown }: { findKnown: KnownFinder }): StepHandler<StepOf<'search'>> {
  async function search(step: StepOf<'search'>, context: StepContext | RehearsalContext) {
    const query = plainText(context.fill(step.query), QUERY_CHARACTERS);
    return { query, output: outputOf((await findKnown(context, null, query)).found) };
  }
  return {
    effect: 'none',
    timeLimitMs: 30_000,

    run: async (step, context) => {
      const { query, output } = await search(step, context);
      return { kind: 'done', input: { query }, output };
    },

    // Looking changes nothing, so a rehearsal looks, too.
    rehearse: async (step, context) => {
      const { query, output } = await search(step, context);
      const count = output.count === 1 ? 'one thing' : `${String(output.count)} things`;
      const text = `It would look in the Brain for “${plainLine(query)}”. Today, that finds ${output.count === 0 ? 'nothing' : count}.`;
      return { outcome: 'would', text, body: output.count === 0 ? null : String(output.found), output };
    },
  };
}
