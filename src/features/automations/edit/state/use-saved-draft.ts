import { useEffect, useState, useSyncExternalStore } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import { errorCode, errorStatus, errorText } from '#src/lib/app-error.ts';
import { personalKey } from '#src/lib/storage/personal-store.ts';
import { createAutosave } from './autosave.ts';
import { changeHistory, redo, startHistory, undo, type Draft } from './history.ts';
import { keepDraft, keptDraft } from './kept-draft.ts';

const draftOf = ({ automation: { name, description }, definition }: AutomationPage): Draft => ({
  name,
  description,
  definition,
});

function failureOf(error: unknown) {
  const code: string | null = errorCode(error);
  if (code === 'AUTOMATION_CHANGED') return { state: 'conflict' as const, sentence: errorText(error) };
  // The server didn't reject it: the request or the response was lost.
  if (code === null || errorStatus(error) >= 500) return { state: 'offline' as const, sentence: '' };
  return { state: 'refused' as const, sentence: errorText(error) };
}

/** The draft that is edited, with what can be undone. It is saved by itself, and kept in this browser until it is. */
export function useSavedDraft(page: AutomationPage) {
  const utils = trpc.useUtils();
  const automationId = page.automation.id;
  const key = personalKey(useAuth().user.id, 'automation-edit', automationId);
  const isOnline = useIsOnline();
  const [saved] = useState(() => draftOf(page));
  const [kept] = useState(() => keptDraft(key));
  const [history, setHistory] = useState(() => {
    const isCurrent = kept !== null && kept.revision === page.revision;
    return isCurrent ? changeHistory(startHistory(saved), kept.draft, 0) : startHistory(saved);
  });
  /** What this browser kept of a revision that isn't the newest anymore. */
  const [outdated, setOutdated] = useState(() => (kept && kept.revision !== page.revision ? kept.draft : null));
  const [autosave] = useState(() =>
    createAutosave<Draft>({
      saved,
      revision: page.revision,
      failureOf,
      save: async (draft, revision) => {
        const result = await utils.client.powerUps.automations.saveDraft.mutate({ automationId, revision, ...draft });
        const before = utils.powerUps.automations.get.getData({ automationId });
        utils.powerUps.automations.get.setData(
          { automationId },
          (data) =>
            data && {
              ...data,
              ...result,
              definition: draft.definition,
              automation: {
                ...data.automation,
                name: draft.name,
                description: draft.description,
                hasChanges: data.liveVersion !== null && data.liveVersion !== result.version,
              },
            },
        );
        if (before?.version !== result.version) void utils.powerUps.automations.get.invalidate({ automationId });
        return result.revision;
      },
    }),
  );
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  const { present } = history;

  useEffect(() => autosave.want(present), [autosave, present]);
  useEffect(() => {
    if (outdated !== null) return;
    keepDraft(key, state === 'saved' ? null : { revision: autosave.revision(), draft: present });
  }, [key, autosave, state, present, outdated]);
  useEffect(() => {
    if (isOnline && autosave.state() === 'offline') void autosave.flush();
  }, [autosave, isOnline]);
  useEffect(() => {
    if (state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
  useEffect(
    () => () => {
      // Leaving the page doesn't wait for the pause after the last letter.
      if (autosave.state() === 'unsaved') void autosave.flush();
      void utils.powerUps.automations.overview.invalidate();
    },
    [autosave, utils],
  );

  const change = (next: (draft: Draft) => Draft, about?: string) =>
    setHistory((before) => changeHistory(before, next(before.present), Date.now(), about));
  const readAgain = () => utils.powerUps.automations.get.fetch({ automationId }, { staleTime: 0 });
  return {
    draft: present,
    state,
    sentence: autosave.sentence(),
    change,
    flush: autosave.flush,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    outdated,
    /** Decides about what this browser had kept of an older revision. */
    settleOutdated: (use: boolean) => {
      if (outdated && use) change(() => outdated);
      else keepDraft(key, null);
      setOutdated(null);
    },
    /** Takes over what the server has, for example after an older version was restored. It can be undone. */
    takeFromServer: async () => {
      const read = await readAgain();
      const draft = draftOf(read);
      autosave.resumeFrom(read.revision, draft);
      change(() => draft);
    },
    /** Saves this draft in place of the one that was saved somewhere else meanwhile. */
    keepMine: async () => autosave.resumeFrom((await readAgain()).revision),
  };
}
export type SavedDraftState = ReturnType<typeof useSavedDraft>;
