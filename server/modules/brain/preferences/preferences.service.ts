import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { withoutCitations } from '#contract/brain/citations.ts';
import { AVOIDED_WORDS_MAX, SENTENCES_MAX } from '#contract/brain/preferences.ts';
import type {
  endPreferencesSchema,
  sampleAnswerSchema,
  setPreferenceSchema,
} from '#contract/brain/preference-schemas.ts';
import { canUseAssistant } from '#contract/chat/assistants.ts';
import { turnIdSchema } from '#contract/ids.ts';
import type { Db } from '#db/client.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import {
  deleteOldPreferences,
  endPreferences,
  listPreferences,
  listStoredPreferences,
} from '#db/queries/preferences/answer-preferences.ts';
import { readSendContext } from '#db/queries/chat/turn-context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import { asOneLine } from '#server/lib/text/as-one-line.ts';
import { plainText } from '#server/lib/text/plain-text.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { answerSample } from '#server/prompts/answer-sample.ts';
import type { BrainService } from '../brain.service.ts';
import { changePreferences, replaceWithEarlier, undoPreferences } from './change-preferences.ts';
import type { WantedPreference } from './plan-change.ts';
import { toPreference, type PreferenceDto } from './preferences.dto.ts';

/** In milliseconds. Short, because the owner is waiting for the sample. */
const SAMPLE_MS = 45_000;
const LIST_FULL = `You can have ${AVOIDED_WORDS_MAX} words and ${SENTENCES_MAX} sentences. Remove one to add another.`;

type Dependencies = {
  db: Db;
  clock: Clock;
  log: Log;
  profile: Pick<ProfileService, 'accessOf'>;
  attempts: { count: (kind: 'answer-sample:person', subject: string) => Promise<void> };
  answers: Pick<LooseAnswers, 'write'>;
  brain: Pick<BrainService, 'fitByMeaning' | 'chooseKnown'>;
  isModelEnabled: boolean;
};

/** How the owner wants answers to be, for everyone or for one teammate. */
export function createPreferencesService(dependencies: Dependencies) {
  const { db, clock, log, profile, attempts, answers, brain, isModelEnabled } = dependencies;

  async function change(userId: UserId, changeId: string, wanted: readonly WantedPreference[]): Promise<void> {
    const now = await clock.now();
    const origin = { source: 'typed', saidTo: null, conversationId: null, setAt: now, now } as const; // reason: the source is one of two
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const { noRoom } = await changePreferences(trx, userId, changeId, wanted, origin);
      if (noRoom.length > 0) throw new AppError('INVALID_INPUT', LIST_FULL);
    });
  }

  return {
    /** All that are in effect, the oldest first. */
    list: async (userId: UserId): Promise<PreferenceDto[]> => (await listPreferences(db, userId)).map(toPreference),

    set: async (userId: UserId, input: z.output<typeof setPreferenceSchema>): Promise<void> => {
      const { changeId, assistantId, preference, replaces } = input;
      const value = asOneLine(preference.value, preference.value.length);
      if (value === '' && preference.setting !== 'sign_off') throw new AppError('INVALID_INPUT');
      if (holdsSecret(value)) throw new AppError('FACT_HOLDS_SECRET');
      const wanted = { assistantId, setting: preference.setting, value };
      await change(userId, changeId, [replaces === undefined ? wanted : { ...wanted, replaces }]);
    },

    /** Ends the preferences with these ids; `goesBack` restores those that they had replaced. */
    end: async (
      userId: UserId,
      { changeId, ids, goesBack = false }: z.output<typeof endPreferencesSchema>,
    ): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        const stored = await listStoredPreferences(trx, userId, changeId);
        const named = stored.filter(({ id }) => ids.includes(id));
        if (named.length === 0) throw new AppError('NOT_FOUND');
        if (goesBack) return replaceWithEarlier(trx, userId, changeId, named, now);
        const current = named.flatMap(({ id, isCurrent }) => (isCurrent ? [id] : []));
        await endPreferences(trx, userId, current, { endedBy: changeId, now });
        await deleteOldPreferences(trx, userId);
      });
    },

    /**
     * Undoes a change: what it set ends, and what it had replaced or ended is back, unless something newer has its
     * place.
     */
    undo: async (userId: UserId, changeId: string): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        if (!(await undoPreferences(trx, userId, changeId, now))) throw new AppError('NOT_FOUND');
      });
    },

    /**
     * What a teammate would answer with the current preferences. It costs the owner nothing, is limited per day, and
     * counts against the operator's caps. Nothing of it is stored.
     */
    sample: async (userId: UserId, input: z.output<typeof sampleAnswerSchema>): Promise<string> => {
      const { assistantId, question } = input;
      if (!isModelEnabled) throw new AppError('MODEL_OFF');
      // Before anything that costs something.
      await attempts.count('answer-sample:person', userId);
      const now = await clock.now();
      const keys = {
        userId,
        assistantId,
        question,
        now,
        turnId: turnIdSchema.parse(randomUUID()),
        conversationId: null,
        replaces: null,
        sourceIds: [],
      };
      const context = await brain.fitByMeaning(
        userId,
        async () => question,
        (sought) => readSendContext(db, keys, sought),
      );
      const access = await profile.accessOf(context.profile);
      if (!canUseAssistant(access.tier, assistantId)) throw new AppError('ASSISTANT_LOCKED');
      const { given } = brain.chooseKnown(context.known, access);
      const told = { assistantId, profile: context.profile, preferences: context.preferences, ...given, today: now };
      const asked = { told, content: question };
      const text = await answers
        .write(userId, answerSample, asked, { isMessage: false, signal: AbortSignal.timeout(SAMPLE_MS) })
        .catch((error: unknown) => {
          log.warn({ event: 'no sample answer', err: error }, 'no sample answer');
          throw new AppError('MODEL_FAILED');
        });
      if (text === null) throw new AppError('PERSON_BUDGET');
      return plainText(withoutCitations(text)).trim();
    },
  };
}
export type PreferencesService = ReturnType<typeof createPreferencesService>;
