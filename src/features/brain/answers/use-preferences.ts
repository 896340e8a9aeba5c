import type { inferRouterOutputs } from '@trpc/server';
import {
  isListed,
  preferenceText,
  type PreferenceSetting,
  type ScopedPreference,
} from '#contract/brain/preferences.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { TOASTS } from '#contract/texts.ts';
import type { AppRouter } from '#src/api/trpc.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText, toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';

export type Preference = inferRouterOutputs<AppRouter>['brain']['preferences']['list'][number];
/** For everyone (null), or for one teammate. */
export type Scope = AssistantId | null;

const isFor = (scope: Scope, setting: PreferenceSetting) => (one: ScopedPreference) =>
  one.assistantId === scope && one.setting === setting;
export const valuesOf = (preferences: readonly Preference[], scope: Scope, setting: PreferenceSetting) =>
  preferences.filter(isFor(scope, setting));

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
export const summaryOf = (preferences: readonly ScopedPreference[]): string =>
  capital(preferences.map((one) => preferenceText({ ...one, assistantId: null })).join(', '));

/** The list as it is once a change is saved. */
function withChange(known: readonly Preference[], added: Preference, replaces: string | undefined): Preference[] {
  const isGone = (one: Preference) =>
    one.id === replaces || (!isListed(added.setting) && isFor(added.assistantId, added.setting)(one));
  return [...known.filter((one) => !isGone(one)), added];
}

let lastToast = '';
/** One toast at a time: arrow keys select every choice they pass. */
function sayWithUndo(title: string, undo: () => void): void {
  toast.dismiss(lastToast);
  lastToast = toast.success({ title, action: { label: 'Undo', onClick: undo }, lifeMs: UNDO_MS });
}

/** Saves each change right away, shows it before it is saved, and offers Undo. */
export function usePreferences() {
  const utils = trpc.useUtils();
  const { list } = utils.brain.preferences;
  const readAgain = () => Promise.all([list.invalidate(), utils.brain.ofConversation.invalidate()]);
  const undoing = trpc.brain.preferences.undo.useMutation({ onError: toastError, onSettled: readAgain });
  const setting = trpc.brain.preferences.set.useMutation({ onSettled: readAgain });
  const ending = trpc.brain.preferences.end.useMutation({ onSettled: readAgain });

  const show = (change: (known: readonly Preference[]) => Preference[]) => {
    // A read from before would restore the old choice.
    void list.cancel();
    list.setData(undefined, (known) => known && change(known));
  };
  const undo = (changeId: string) => () => undoing.mutate({ changeId });

  /** Returns why it can't be saved, or null. `replaces` is the id of the word or sentence whose place it takes. */
  async function set(preference: ScopedPreference, replaces?: string): Promise<string | null> {
    const changeId = randomId();
    const { assistantId, ...input } = preference;
    const source = { kind: 'typed' as const, assistantId: null, conversationId: null, messageId: null }; // reason: one of two kinds
    const added = { ...preference, id: changeId, source, setAt: new Date().toISOString() };
    show((known) => withChange(known, added, replaces));
    try {
      const preferenceInput = input as never; // reason: the server checks that the value fits the setting
      await setting.mutateAsync({ changeId, assistantId, preference: preferenceInput, replaces });
      sayWithUndo(`From now on: ${preferenceText(preference)}`, undo(changeId));
      return null;
    } catch (error) {
      return errorText(error);
    }
  }

  return {
    set,

    /** The same for a choice. It has no room for an error next to it, so this shows a toast. */
    choose: async (preference: ScopedPreference): Promise<void> => {
      const problem = await set(preference);
      if (problem !== null) toast.error({ title: TOASTS.error.title, text: problem });
    },

    end: async (ended: readonly Preference[], title: string): Promise<void> => {
      const changeId = randomId();
      const ids = ended.map(({ id }) => id);
      show((known) => known.filter(({ id }) => !ids.includes(id)));
      try {
        await ending.mutateAsync({ changeId, ids });
        sayWithUndo(title, undo(changeId));
      } catch (error) {
        toastError(error);
      }
    },
  };
}
export type PreferenceActions = ReturnType<typeof usePreferences>;
export type SettingControlProps = {
  scope: Scope;
  setting: PreferenceSetting;
  preferences: readonly Preference[];
  actions: PreferenceActions;
};
