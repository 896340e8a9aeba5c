import { numbersOf } from '#contract/automations/all-steps.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { allSteps, branchesOf, withBranch } from '#contract/automations/all-steps.ts';
import { UNDO_MS } from '#contract/chat/chat.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { teammatesAsked } from '#contract/automations/derived.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import { focusAfter } from '#src/lib/focus-after.ts';
import { toast } from '#src/lib/toast.ts';
import { TRIGGER, type EditorContext } from '../editor-context.ts';
import { addStep, newStepId } from './new-step.ts';
import { copyStep, findStep, insertStep, moveStep, placeOf, removeStep, replaceStep, type Place } from './step-tree.ts';
import type { SavedDraftState } from './use-saved-draft.ts';

const headOf = (id: string) => document.getElementById(`head-${id}`);
const fieldOf = (id: string) => {
  const editor = document.getElementById(`editor-${id}`);
  return editor?.querySelector<HTMLElement>('[role="textbox"]') ?? editor?.querySelector<HTMLElement>('select, input');
};
/** Puts the cursor of a text box at its end. */
function moveCursorToEnd(): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLElement) || !box.isContentEditable) return;
  document.getSelection()?.selectAllChildren(box);
  document.getSelection()?.collapseToEnd();
}
function focusFieldAfter(change: () => void, id: string): void {
  focusAfter(change, () => fieldOf(id));
  moveCursorToEnd();
}

/** The step as it was when its card was opened, with what is inside it now. */
const asOpened = (now: Step, before: Step): Step =>
  now.kind === before.kind
    ? branchesOf(now).reduce((whole, { branch, steps }) => withBranch(whole, branch, steps), before)
    : before;

type Actions = Pick<
  EditorContext,
  'openId' | 'open' | 'close' | 'changeDefinition' | 'changeStep' | 'add' | 'move' | 'duplicate' | 'remove'
>;

/** Which card is open, at first the one that the URL names, and what happens to the steps. `said` tells screen readers what became of them. */
export function useSteps({ draft, change }: SavedDraftState, assistantId: AssistantId): Actions & { said: string } {
  const { definition } = draft;
  const linkedId = useLocation({ select: ({ hash }) => hash });
  const [openId, setOpenId] = useState<string | null>(() => (findStep(definition.steps, linkedId) ? linkedId : null));
  const [said, setSaid] = useState('');
  const opened = useRef<Definition>(definition);
  useEffect(() => {
    if (linkedId === '') return;
    fieldOf(linkedId)?.focus();
    moveCursorToEnd();
  }, [linkedId]);
  const changeDefinition: EditorContext['changeDefinition'] = (next, about) =>
    change((before) => ({ ...before, definition: next(before.definition) }), about);
  const changeSteps = (next: (steps: Definition['steps']) => readonly Step[], about?: string) =>
    changeDefinition((before) => ({ ...before, steps: [...next(before.steps)] }), about);

  const open = (id: string, focus?: 'field') => {
    if (id !== openId) opened.current = definition;
    if (focus) focusFieldAfter(() => setOpenId(id), id);
    else setOpenId(id);
  };
  return {
    said,
    openId,
    open,
    close: (how) => {
      if (openId === null) return;
      const before = opened.current;
      if (how === 'cancel') {
        const step = findStep(before.steps, openId);
        if (openId === TRIGGER) changeDefinition((now) => ({ ...now, trigger: before.trigger }));
        else if (step) changeSteps((steps) => replaceStep(steps, openId, (now) => asOpened(now, step)));
        else changeSteps((steps) => removeStep(steps, openId));
      }
      focusAfter(
        () => setOpenId(null),
        () => headOf(openId) ?? headOf(TRIGGER),
      );
    },
    changeDefinition,
    changeStep: (step, changes, about) =>
      changeSteps(
        (steps) => replaceStep(steps, step.id, (now) => ({ ...now, ...changes })),
        // A value that comes or goes is undone by itself, apart from the words around it.
        about && `${step.id} ${about} ${JSON.stringify(changes).split('{{').length}`,
      ),
    add: (place: Place, kind: StepKind) => {
      const id = newStepId();
      const lastAsked = teammatesAsked(definition.steps).at(-1) ?? assistantId;
      opened.current = definition;
      focusFieldAfter(() => {
        changeDefinition((before) =>
          addStep(before, place, kind, id, { assistantId: lastAsked, automationName: draft.name }),
        );
        setOpenId(id);
      }, id);
    },
    move: (id, by) => {
      const steps = moveStep(definition.steps, id, by);
      if (steps === definition.steps) {
        setSaid(by === -1 ? 'It is the first step.' : 'It is the last step.');
        return;
      }
      focusAfter(
        () => {
          changeDefinition((before) => ({ ...before, steps: [...moveStep(before.steps, id, by)] }));
          setSaid(`Moved. It is step ${numbersOf(steps).get(id) ?? ''} now.`);
        },
        () => headOf(id),
      );
    },
    duplicate: (id) => {
      const step = findStep(definition.steps, id);
      const place = placeOf(definition.steps, id);
      if (!step || !place) return;
      const copy = copyStep(step, newStepId);
      focusAfter(
        () => changeSteps((steps) => insertStep(steps, { ...place, index: place.index + 1 }, copy)),
        () => headOf(copy.id),
      );
    },
    remove: (id) => {
      const step = findStep(definition.steps, id);
      const place = placeOf(definition.steps, id);
      if (!step || !place) return;
      const all = allSteps(definition.steps);
      const at = all.findIndex((one) => one.id === id);
      const next = all[at + allSteps([step]).length] ?? all[at - 1];
      focusAfter(
        () => {
          changeSteps((steps) => removeStep(steps, id));
          if (openId === id) setOpenId(null);
        },
        () => headOf(next?.id ?? TRIGGER),
      );
      toast.success({
        title: 'Step deleted',
        action: {
          label: 'Undo',
          onClick: () =>
            focusAfter(
              () => changeSteps((steps) => insertStep(steps, place, step)),
              () => headOf(id),
            ),
        },
        lifeMs: UNDO_MS,
      });
    },
  };
}
