import { findOwnTemplate, listOwnTemplates } from '#db/queries/templates/own-templates.ts';
import { readCatalog, type CatalogRows } from '#db/queries/templates/template-catalog.ts';
import { PREMIUM_TEMPLATES_TIER } from '#contract/billing/limits.ts';
import { isAtLeast, type Tier } from '#contract/billing/tiers.ts';
import { idSchema } from '#contract/ids.ts';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import type { Template } from '#contract/templates/templates.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import {
  builtInContent,
  ownContent,
  toBuiltIn,
  toOwn,
  type CatalogEntry,
  type TemplateContent,
  type TemplateDto,
} from './templates.dto.ts';

const byId = <T extends { templateId: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.templateId, row]));

/** Refuses a premium template below the plan that has them. */
export function requirePlan({ isPremium }: { isPremium: boolean }, { tier }: { tier: Tier }): void {
  if (isPremium && !isAtLeast(tier, PREMIUM_TEMPLATES_TIER))
    throw new AppError('FEATURE_LOCKED', PREMIUM_TEMPLATE_LOCKED);
}

/** Slugs of ours are never ids. */
const isOwnId = (templateId: string): boolean => idSchema.safeParse(templateId).success;

/** The person's own, and then ours, with what is known about each. */
function toEntries(ours: readonly Template[], { own, ...known }: CatalogRows): CatalogEntry[] {
  const activity = byId(known.activity);
  const totals = byId(known.totals);
  return [
    ...own.map((row) => toOwn(row, { activity: activity.get(row.id) })),
    ...ours.map((one) => toBuiltIn(one, { activity: activity.get(one.id), totals: totals.get(one.id) })),
  ];
}

/** Our templates and a person's own, with what is known about each. */
export function createTemplateCatalog({ db, templates }: { db: Db; templates?: readonly Template[] | undefined }) {
  // Loaded with the first template that someone looks at: the process starts without them.
  const builtIn = loadOnce(async () => templates ?? (await import('#server/content/templates/index.ts')).TEMPLATES);

  return {
    builtIn,

    /** Ours in their order, behind the person's own, the newest of those first, without their texts. */
    list: async (userId: UserId): Promise<CatalogEntry[]> =>
      toEntries(await builtIn(), await readCatalog(db, userId, null)),

    /** The same list, and one of its templates whole. */
    open: async (
      userId: UserId,
      templateId: string,
    ): Promise<{ entries: CatalogEntry[]; entry: CatalogEntry; content: TemplateContent }> => {
      const ours = await builtIn();
      const rows = await readCatalog(db, userId, isOwnId(templateId) ? templateId : null);
      const entries = toEntries(ours, rows);
      const entry = entries.find(({ listed }) => listed.id === templateId);
      const builtInOne = ours.find(({ id }) => id === templateId);
      const content = builtInOne ? builtInContent(builtInOne) : rows.opened && ownContent(rows.opened);
      if (!entry || !content) throw new AppError('NOT_FOUND');
      return { entries, entry, content };
    },

    /** The templates that a person has, ours included. */
    listNames: async (userId: UserId): Promise<{ id: string; title: string; isPremium: boolean }[]> => {
      const own = await listOwnTemplates(db, userId);
      return [
        ...own.map(({ id, title }) => ({ id, title, isPremium: false })),
        ...(await builtIn()).map(({ id, title, isPremium }) => ({ id, title, isPremium })),
      ];
    },

    /** One of them, whole, without what anyone has done with it. */
    get: async (userId: UserId, templateId: string): Promise<{ listed: TemplateDto; content: TemplateContent }> => {
      const ours = (await builtIn()).find(({ id }) => id === templateId);
      if (ours) return { listed: toBuiltIn(ours, { activity: undefined }).listed, content: builtInContent(ours) };
      const own = isOwnId(templateId) ? await findOwnTemplate(db, { userId, id: templateId }) : undefined;
      if (!own) throw new AppError('NOT_FOUND');
      return { listed: toOwn(own, { activity: undefined }).listed, content: ownContent(own) };
    },
  };
}
export type TemplateCatalog = ReturnType<typeof createTemplateCatalog>;
