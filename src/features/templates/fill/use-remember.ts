import type { BlankValue } from '#contract/power-ups/blanks.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { factKindOf, statementOf } from './remembered.ts';
import type { Filling } from './use-filling.ts';

/** Tells the Brain what was filled in by hand and is to be remembered. What it knows already isn't told again. */
export function useRemember() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.brain.add.useMutation({ onError: toastError });
  return async ({ blanks, fills, values, isTyped, remembered }: Filling): Promise<void> => {
    const told = blanks.flatMap((blank) => {
      const { name } = blank;
      const kind = factKindOf(blank);
      const value: BlankValue | undefined = values[name];
      if (kind === null || value === undefined || fills[name] !== undefined) return [];
      const statement = isTyped(name) && remembered.has(name) ? statementOf(blank, value) : null;
      return statement === null ? [] : [{ id: randomId(), kind, statement }];
    });
    await Promise.allSettled(told.map((fact) => mutateAsync(fact)));
    if (told.length > 0) await Promise.all([utils.brain.invalidate(), utils.powerUps.templates.get.invalidate()]);
  };
}
