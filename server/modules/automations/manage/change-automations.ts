import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AUTOMATIONS_MAX, AUTOMATION_NAME_MAX } from '#contract/automations/automation-limits.ts';
import type {
  createAutomationSchema,
  duplicateAutomationSchema,
  restoreVersionSchema,
  saveDraftSchema,
} from '#contract/automations/automation-inputs.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { faceOf } from '#contract/automations/derived.ts';
import type { Db } from '#db/client.ts';
import { findDefinition } from '#db/queries/automations/automations.ts';
import * as queries from '#db/queries/automations/automations-changes.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { AutomationTemplate } from '#server/content/automations/automation-template.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { AutomationDto, SavedDraft } from '../automations.dto.ts';
import { withUsedFields } from '../hooks/used-fields.ts';
import type { AutomationReads } from './automation-reads.ts';
import { toDefinition } from './automation-rows.ts';
import { turnOff } from './turn-off.ts';

/** A removed automation is kept this long, so that Undo can restore it. In milliseconds. */
const KEEP_REMOVED_MS = 60 * 60_000;
const PURGED_AT_A_TIME = 100;
/** Older versions that never ran are forgotten. */
const VERSIONS_KEPT = 50;
const NEW_NAME = 'New automation';
const COPY = ' (copy)';
const REMOVED_SINCE = 'This was added before and has been deleted since. Please try again.';
/** An automation that does nothing yet, and starts by hand. */
const EMPTY: Definition = { trigger: { kind: 'manual', form: [] }, steps: [] };

type Words = { name: string; description: string };
const toDraft = ({ name, description }: Words, definition: Definition): queries.Draft => ({
  name,
  description,
  definition,
  assistantId: faceOf(definition),
  triggerKind: definition.trigger.kind,
});

/** A template's schedule runs where its new owner lives. */
const inZone = ({ trigger, ...rest }: Definition, timeZone: string): Definition => ({
  ...rest,
  trigger: trigger.kind === 'schedule' ? { ...trigger, timeZone } : trigger,
});

const copyName = (name: string) =>
  `${name.slice(0, AUTOMATION_NAME_MAX - COPY.length).replace(/[\uD800-\uDBFF]$/, '')}${COPY}`;

type Dependencies = {
  db: Db;
  clock: Clock;
  reads: AutomationReads;
  templates: () => Promise<readonly AutomationTemplate[]>;
  /** Turns one off, if it is on. */
};

/** Automations are created, edited, copied, removed and brought back. */
export function createAutomationChanges({ db, clock, reads, templates }: Dependencies) {
  /** Once, however often the same call is made. */
  async function add(userId: UserId, automationId: string, draft: queries.Draft): Promise<AutomationDto> {
    const now = await clock.now();
    const key = { userId, automationId };
    try {
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        if (!(await queries.addAutomation(trx, key, { draft, max: AUTOMATIONS_MAX, now })))
          throw new AppError('TOO_MANY_AUTOMATIONS');
      });
    } catch (error) {
      const isKnown = brokenUniqueConstraint(error) !== null || error instanceof AppError;
      const isRemoved = isKnown ? await queries.isRemoved(db, key) : undefined;
      if (isRemoved === undefined) throw error;
      if (isRemoved) throw new AppError('INVALID_INPUT', REMOVED_SINCE);
    }
    return reads.one(userId, automationId);
  }

  async function fromTemplate(userId: UserId, templateId: string): Promise<Words & { definition: Definition }> {
    const template = (await templates()).find(({ id }) => id === templateId);
    if (!template) throw new AppError('NOT_FOUND');
    const { name, description, definition } = template;
    return { name, description, definition: inZone(definition, (await getProfile(db, userId)).timeZone) };
  }

  async function save(
    userId: UserId,
    { automationId, revision, definition: given, ...words }: z.output<typeof saveDraftSchema>,
  ): Promise<SavedDraft> {
    const definition = withUsedFields(given);
    const key = { userId, automationId };
    const draft = toDraft(words, definition);
    const { owner, now } = await reads.readOwner(userId);
    let saved = await queries.saveDraft(db, key, { draft, revision, now });
    if (!saved) {
      // An earlier attempt of the same edit may have been saved.
      const row = await findDefinition(db, key);
      if (!row) throw new AppError('NOT_FOUND');
      const { name, description, definition: known } = row;
      if (
        row.revision !== revision + 1 ||
        !isDeepStrictEqual({ name, description, known }, { ...words, known: definition })
      )
        throw new AppError('AUTOMATION_CHANGED');
      saved = row;
    }
    if (saved.draftVersion > VERSIONS_KEPT) await queries.forgetOldVersions(db, key, VERSIONS_KEPT);
    return {
      revision: saved.revision,
      version: saved.draftVersion,
      problems: await reads.problemsOf(userId, definition, owner),
      nextRuns: await reads.nextRuns(definition.trigger),
    };
  }

  return {
    create: async (
      userId: UserId,
      { id, templateId, ...input }: z.output<typeof createAutomationSchema>,
    ): Promise<AutomationDto> => {
      const template = templateId === undefined ? undefined : await fromTemplate(userId, templateId);
      const name = input.name ?? template?.name ?? NEW_NAME;
      const description = input.description ?? template?.description ?? '';
      const definition = input.definition ?? template?.definition ?? EMPTY;
      return add(userId, id, toDraft({ name, description }, definition));
    },

    saveDraft: save,

    /** An earlier version becomes the draft. */
    restoreVersion: async (
      userId: UserId,
      { automationId, version }: z.output<typeof restoreVersionSchema>,
    ): Promise<SavedDraft> => {
      const row = await findDefinition(db, { userId, automationId }, version);
      if (!row) throw new AppError('NOT_FOUND');
      const { name, description, revision } = row;
      return save(userId, { automationId, revision, name, description, definition: toDefinition(row.definition) });
    },

    /** A copy of the draft, which is off. */
    duplicate: async (
      userId: UserId,
      { id, automationId }: z.output<typeof duplicateAutomationSchema>,
    ): Promise<AutomationDto> => {
      const row = await findDefinition(db, { userId, automationId });
      if (!row) throw new AppError('NOT_FOUND');
      const words = { name: copyName(row.name), description: row.description };
      return add(userId, id, toDraft(words, toDefinition(row.definition)));
    },

    /** It is turned off, and can be brought back for a while. */
    remove: async (userId: UserId, automationId: string): Promise<void> => {
      const key = { userId, automationId };
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        await turnOff(trx, { userId, automationIds: [automationId], reason: null, now });
        if (!(await queries.removeAutomation(trx, key, now))) throw new AppError('NOT_FOUND');
      });
    },

    /** Undoes a removal. It stays off. */
    restore: (userId: UserId, automationId: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        const key = { userId, automationId };
        await holdPerson(trx, userId);
        const outcome = await queries.restoreAutomation(trx, key, AUTOMATIONS_MAX);
        if (outcome === 'no_room') throw new AppError('TOO_MANY_AUTOMATIONS');
        if (outcome === 'not_removed' && (await queries.isRemoved(trx, key)) === undefined)
          throw new AppError('NOT_FOUND');
      }),

    /** Deletes for good what was removed and can no longer be brought back. */
    purge: async (): Promise<void> => {
      const before = new Date((await clock.now()).getTime() - KEEP_REMOVED_MS);
      for (;;) {
        const removed = await queries.listRemovedAutomations(db, before, PURGED_AT_A_TIME);
        for (const key of removed) await queries.purgeAutomation(db, key, before);
        if (removed.length < PURGED_AT_A_TIME) return;
      }
    },
  };
}
