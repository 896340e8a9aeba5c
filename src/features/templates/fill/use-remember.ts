import { useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { idOfText } from '#src/lib/id-of-text.ts';
import { toast } from '#src/lib/toast.ts';
import { memoryOf, sentencesFor } from '#contract/templates/remembered.ts';
import type { Filling } from './use-filling.ts';

/** Tells the Brain what was filled in by hand and is to be remembered, each thing once. */
export function useRemember() {
  const utils = trpc.useUtils();
  const known = useRef(new Set<string>());
  const { mutateAsync } = trpc.brain.add.useMutation({ onError: toastError });
  return async ({ blanks, fills, values, isTyped, remembered }: Filling): Promise<void> => {
    const facts = blanks.flatMap((blank) => {
      const { name } = blank;
      const kind = memoryOf(blank)?.factKinds[0];
      if (kind === undefined || fills[name] !== undefined || !isTyped(name) || !remembered.has(name)) return [];
      return sentencesFor(blanks, blank, values)
        .filter((statement) => !known.current.has(statement))
        .map((statement) => ({ kind, statement }));
    });
    // Two blanks of one sentence tell it once.
    const told = [...new Map(facts.map((fact) => [fact.statement, fact])).values()];
    const results = await Promise.allSettled(
      told.map(async (fact) => {
        const { isAdded } = await mutateAsync({ id: await idOfText(fact.statement), ...fact });
        known.current.add(fact.statement);
        return isAdded;
      }),
    );
    // What the Brain knew before isn't added, and neither is what the owner had it forget.
    const count = results.filter((one) => one.status === 'fulfilled' && one.value).length;
    if (count === 0) return;
    toast.success({
      title: 'Remembered',
      text: count === 1 ? 'Your Brain has one more fact.' : `Your Brain has ${count} more facts.`,
    });
    await Promise.all([utils.brain.invalidate(), utils.powerUps.templates.get.invalidate()]);
  };
}
