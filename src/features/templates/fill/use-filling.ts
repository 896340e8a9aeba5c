import { useMemo, useState } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import type { Blank, BlankValues } from '#contract/templates/blanks.ts';
import { memoryOf } from '#contract/templates/remembered.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import type { OpenTemplate } from '#src/domain/templates/template.ts';
import { toast } from '#src/lib/toast.ts';
import { useKept } from '../kept.ts';
import { countFilled, draftOf, parseTyped, toDraft, valuesOf, type Draft, type Typed } from './drafts.ts';

/** What is filled in: what the team knows, and on top of it what was typed, which this browser keeps. */
export function useFilling({ template: { id, text, blanks }, fills, today }: OpenTemplate) {
  const [typed, setTyped] = useKept('template-fill', id, parseTyped);
  /** Whether values are to be remembered, where the owner said so. */
  const [wishes, setWishes] = useState<Readonly<Record<string, boolean>>>({});
  const { drafts, guesses } = typed ?? NONE;
  const values = useMemo(() => valuesOf(blanks, drafts, fills), [blanks, drafts, fills]);
  const rendered = useMemo(() => renderTemplate({ text, blanks }, values, today), [text, blanks, values, today]);
  /** What was typed and is also what the team knows counts as known. */
  const isTyped = (name: string) => {
    const fill = fills[name];
    const known = fill && 'value' in fill ? toDraft(fill.value) : undefined;
    return Object.hasOwn(drafts, name) && JSON.stringify(drafts[name]) !== JSON.stringify(known);
  };
  /** Keeps these drafts; the blank has no guess any more. */
  const settle = (name: string, next: Typed['drafts']) =>
    setTyped(
      Object.keys(next).length === 0 ? null : { drafts: next, guesses: guesses.filter((other) => other !== name) },
    );
  /** The blanks with a guess of a teammate that its owner hasn't agreed to. What they change of one is theirs. */
  const guessed = blanks.filter(({ name }) => guesses.includes(name) && Object.hasOwn(drafts, name));
  return {
    blanks,
    fills,
    values,
    rendered,
    problems: checkValues(blanks, values, today).problems,
    missing: blanks.filter(({ name }) => rendered.missing.includes(name)),
    filled: countFilled(blanks, values) - guessed.length,
    draft: (blank: Blank): Draft => draftOf(blank, drafts, fills),
    type: (name: string, draft: Draft) => settle(name, { ...drafts, [name]: draft }),
    guessed,
    /** The owner says that the guess in this blank is right. */
    agree: (name: string) => settle(name, drafts),
    /** Fills in what a teammate guessed, where nothing has been typed since. */
    guess: (found: BlankValues) => {
      const open = Object.entries(found).filter(([name]) => rendered.missing.includes(name));
      if (open.length === 0) return;
      setTyped({
        drafts: { ...drafts, ...Object.fromEntries(open.map(([name, value]) => [name, toDraft(value)])) },
        guesses: [...guesses, ...open.map(([name]) => name)],
      });
    },
    isTyped,
    /** It was typed, or its owner agreed to the guess. */
    isAgreed: (name: string) => isTyped(name) && !guesses.includes(name),
    hasTyped: typed !== null,
    /** Takes back all that was typed. */
    startOver: () => {
      setTyped(null);
      setWishes({});
      toast.success({
        title: 'Back to what your team knows',
        action: {
          label: 'Undo',
          onClick: () => {
            setTyped(typed);
            setWishes(wishes);
          },
        },
        lifeMs: UNDO_MS,
      });
    },
    /** Back to what the team knows. */
    reset: (name: string) => {
      const { [name]: _dropped, ...others } = drafts;
      settle(name, others);
    },
    /**
     * The blanks whose value is to be remembered: what lasts, unless its box was unchecked, and what the owner checked.
     */
    remembered: new Set(
      blanks.filter((blank) => wishes[blank.name] ?? memoryOf(blank)?.isLasting === true).map(({ name }) => name),
    ),
    remember: (name: string, isOn: boolean) => setWishes({ ...wishes, [name]: isOn }),
  };
}
const NONE: Typed = { drafts: {}, guesses: [] };
export type Filling = ReturnType<typeof useFilling>;
