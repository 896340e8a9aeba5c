import { useMemo, useState } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import type { Blank } from '#contract/templates/blanks.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import type { OpenTemplate } from '#src/domain/templates/template.ts';
import { toast } from '#src/lib/toast.ts';
import { useKept } from '../kept.ts';
import { countFilled, draftOf, parseDrafts, toDraft, valuesOf, type Draft, type Drafts } from './drafts.ts';

/** What is filled in: what the team knows, and on top of it what was typed, which this browser keeps. */
export function useFilling({ template: { id, text, blanks }, fills }: OpenTemplate) {
  const [typed, setTyped] = useKept('template-fill', id, parseDrafts);
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  const drafts = typed ?? NONE;
  const values = useMemo(() => valuesOf(blanks, drafts, fills), [blanks, drafts, fills]);
  const rendered = useMemo(() => renderTemplate({ text, blanks }, values), [text, blanks, values]);
  /** What was typed and is also what the team knows counts as known. */
  const isTyped = (name: string) => {
    const fill = fills[name];
    const known = fill && 'value' in fill ? toDraft(fill.value) : undefined;
    return Object.hasOwn(drafts, name) && JSON.stringify(drafts[name]) !== JSON.stringify(known);
  };
  return {
    blanks,
    fills,
    values,
    rendered,
    missing: blanks.filter(({ name }) => rendered.missing.includes(name)),
    filled: countFilled(blanks, values),
    draft: (blank: Blank): Draft => draftOf(blank, drafts, fills),
    type: (name: string, draft: Draft) => setTyped({ ...drafts, [name]: draft }),
    isTyped,
    hasTyped: typed !== null,
    /** Takes back all that was typed. */
    startOver: () => {
      setTyped(null);
      setForgotten(new Set());
      toast.success({
        title: 'Back to what your team knows',
        action: {
          label: 'Undo',
          onClick: () => {
            setTyped(typed);
            setForgotten(forgotten);
          },
        },
        lifeMs: UNDO_MS,
      });
    },
    /** Back to what the team knows. */
    reset: (name: string) => {
      const { [name]: _dropped, ...others } = drafts;
      setTyped(Object.keys(others).length === 0 ? null : others);
    },
    /** The blanks whose value is to be remembered, unless its box was unchecked. */
    remembered: new Set(blanks.map(({ name }) => name).filter((name) => !forgotten.has(name))),
    remember: (name: string, isOn: boolean) =>
      setForgotten((known) => {
        const next = new Set(known);
        if (isOn) next.delete(name);
        else next.add(name);
        return next;
      }),
  };
}
const NONE: Drafts = {};
export type Filling = ReturnType<typeof useFilling>;
