import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  OWN_TEMPLATES_MAX,
  type createTemplateSchema,
  type duplicateTemplateSchema,
  type importTemplatesSchema,
  type TemplateFile,
  type updateTemplateSchema,
} from '#contract/templates/template-inputs.ts';
import { wordsIn } from '#contract/templates/render-template.ts';
import { TEMPLATE_TITLE_MAX, type OwnTemplate } from '#contract/templates/templates.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import * as queries from '#db/queries/templates/own-templates.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { ASSISTANT_OF } from '#server/content/templates/built-in.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { readTemplateFile } from './read-template-file.ts';
import { requirePlan, type TemplateCatalog } from './template-catalog.ts';
import { ownContent, toOwn, type TemplateDetails } from './templates.dto.ts';

/** A removed template is kept this long, so that Undo can restore it. In milliseconds. */
const KEEP_REMOVED_MS = 60 * 60_000;
const PURGED_AT_A_TIME = 500;
const COPY = ' (copy)';
const REMOVED_SINCE = 'This was added before and has been deleted since. Please try again.';

type Saved = { template: OwnTemplate; folder: string; assistantId?: AssistantId | undefined };

const toContent = ({ template, folder, assistantId }: Saved): queries.OwnTemplateContent => ({
  title: template.title,
  description: template.description,
  category: template.category,
  folder,
  assistantId: assistantId ?? ASSISTANT_OF[template.category],
  tags: [...new Set(template.tags)],
  subject: template.text.subject,
  body: template.text.body,
  words: wordsIn(template.text),
  blanks: template.blanks,
});

/** The same id for the same place in the same import. */
const importedId = (id: string, index: number): string => uuid8Of(`template ${id} ${index}`);

/** Whether two templates say the same, wherever they are filed and whoever they are opened with. */
function isSame(one: queries.OwnTemplateContent, other: queries.OwnTemplateContent): boolean {
  const parts = ({ title, description, category, tags, subject, body, blanks }: queries.OwnTemplateContent) => [
    [title, description, category, subject, body],
    tags,
    blanks,
  ];
  return one.title === other.title && isDeepStrictEqual(parts(one), parts(other));
}

/** Whether an earlier attempt of the same edit was saved. */
const isSaved = (row: queries.OwnTemplateRow, content: queries.OwnTemplateContent): boolean => {
  const { id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...saved } = row;
  return isDeepStrictEqual(saved, content);
};

type Dependencies = {
  db: Db;
  clock: Clock;
  usage: Pick<UsageService, 'allowanceFor'>;
  budgets: Pick<Budgets, 'charge'>;
  catalog: TemplateCatalog;
};

/** Templates that people write themselves: added, changed, copied, imported, removed and brought back. */
export function createOwnTemplates({ db, clock, usage, budgets, catalog }: Dependencies) {
  /** All of them or none. If the same call was made before, they are left as they are, unless some were removed since. */
  async function add(userId: UserId, templates: readonly queries.NewOwnTemplate[]): Promise<void> {
    const options = { now: await clock.now(), max: OWN_TEMPLATES_MAX };
    try {
      if (!(await queries.addOwnTemplates(db, userId, templates, options))) throw new AppError('TOO_MANY_TEMPLATES');
    } catch (error) {
      if (brokenUniqueConstraint(error) === null) throw error;
      const ids = templates.map(({ id }) => id);
      if ((await queries.countOwnTemplates(db, userId, ids)) < ids.length)
        throw new AppError('INVALID_INPUT', REMOVED_SINCE);
    }
  }

  async function get(userId: UserId, id: string): Promise<TemplateDetails> {
    const row = await queries.findOwnTemplate(db, { userId, id });
    if (!row) throw new AppError('NOT_FOUND');
    return { ...toOwn(row, { activity: undefined }).listed, ...ownContent(row) };
  }

  return {
    create: async (
      userId: UserId,
      { id, ...saved }: z.output<typeof createTemplateSchema>,
    ): Promise<TemplateDetails> => {
      await add(userId, [{ id, ...toContent(saved) }]);
      return get(userId, id);
    },

    /** Saves an edit of the version that it names, and no other. */
    update: async (
      userId: UserId,
      { templateId, version, ...saved }: z.output<typeof updateTemplateSchema>,
    ): Promise<TemplateDetails> => {
      const content = toContent(saved);
      const key = { userId, id: templateId };
      if (!(await queries.updateOwnTemplate(db, key, { content, version, now: await clock.now() }))) {
        const row = await queries.findOwnTemplate(db, key);
        if (!row) throw new AppError('NOT_FOUND');
        if (row.version !== version + 1 || !isSaved(row, content)) throw new AppError('TEMPLATE_CHANGED');
      }
      return get(userId, templateId);
    },

    /** A copy of any template that may be used, ours included, to make one's own. */
    duplicate: async (
      userId: UserId,
      { id, templateId }: z.output<typeof duplicateTemplateSchema>,
    ): Promise<TemplateDetails> => {
      const { listed, content } = await catalog.get(userId, templateId);
      requirePlan(listed, (await usage.allowanceFor(userId, 'templates')).access);
      const { title, description, category, folder, assistantId, tags } = listed;
      const template = {
        title: `${title.slice(0, TEMPLATE_TITLE_MAX - COPY.length).replace(/[\uD800-\uDBFF]$/, '')}${COPY}`,
        description,
        category,
        tags: [...tags],
        text: content.text,
        blanks: [...content.blanks],
      };
      await add(userId, [{ id, ...toContent({ template, folder: folder ?? '', assistantId }) }]);
      return get(userId, id);
    },

    /**
     * Adds all templates of a file that the person doesn't have yet, or none of them. Returns how many of each there
     * are.
     */
    importFile: async (
      userId: UserId,
      { id, text }: z.output<typeof importTemplatesSchema>,
    ): Promise<{ imported: number; known: number }> => {
      const templates = readTemplateFile(text).map((one, index) => ({ id: importedId(id, index), ...toContent(one) }));
      const own = await queries.readOwnTemplates(db, userId);
      // Those of an earlier try of the same import aren't known: they were added by it.
      const known = own.filter((row) => !templates.some((one) => one.id === row.id));
      const added = templates.filter(
        (one, index) => ![...known, ...templates.slice(0, index)].some((other) => isSame(one, other)),
      );
      if (added.length > 0) await add(userId, added);
      return { imported: added.length, known: templates.length - added.length };
    },

    /** All of them, in the form that `importFile` reads. */
    exportFile: async (userId: UserId): Promise<TemplateFile> => {
      await budgets.charge(userId, 'exports');
      const templates = (await queries.readOwnTemplates(db, userId)).map((row) => {
        const { title, description, category, tags, folder, assistantId } = toOwn(row, { activity: undefined }).listed;
        const { text, blanks } = ownContent(row);
        const template = { title, description, category, tags: [...tags], text, blanks: [...blanks] };
        return { template, folder: folder ?? '', assistantId };
      });
      return { tenfold: 'templates', version: 1, templates };
    },

    remove: async (userId: UserId, id: string): Promise<void> => {
      if (!(await queries.removeOwnTemplate(db, { userId, id }, await clock.now()))) throw new AppError('NOT_FOUND');
    },

    /** Undoes a removal, if there is still room. */
    restore: (userId: UserId, id: string): Promise<void> =>
      inTransaction(db, async (trx) => {
        if (await queries.restoreOwnTemplate(trx, { userId, id })) {
          if (!(await queries.takeRoomForOne(trx, userId, OWN_TEMPLATES_MAX))) throw new AppError('TOO_MANY_TEMPLATES');
        } else if (!(await queries.findOwnTemplate(trx, { userId, id }))) throw new AppError('NOT_FOUND');
      }),

    /** Deletes for good what was removed and can no longer be brought back. */
    purgeRemoved: async (now: Date): Promise<void> => {
      const before = new Date(now.getTime() - KEEP_REMOVED_MS);
      for (;;) {
        const removed = await queries.listRemovedTemplates(db, before, PURGED_AT_A_TIME);
        for (const key of removed) await queries.purgeOwnTemplate(db, key, before);
        if (removed.length < PURGED_AT_A_TIME) return;
      }
    },
  };
}
