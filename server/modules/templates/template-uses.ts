import type { z } from 'zod';
import { monthYear, type Limit } from '#contract/billing/limits.ts';
import { isoDayText } from '#contract/dates.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { missingBlanksText } from '#contract/templates/template-errors.ts';
import type {
  favoriteTemplateSchema,
  rateTemplateSchema,
  useTemplateSchema,
} from '#contract/templates/template-inputs.ts';
import type { Db } from '#db/client.ts';
import { rateTemplate, saveTotals, setFavorite, sumActivity } from '#db/queries/templates/template-activity.ts';
import { findTemplateUse, useTemplate, type TemplateUse } from '#db/queries/templates/use-template.ts';
import { brokenUniqueConstraint } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { requirePlan, type TemplateCatalog } from './template-catalog.ts';
import type { TemplateContent } from './templates.dto.ts';

/** A filled-in template, and what the month has left. `isRepeat`: it was counted before. */
export type UsedTemplate = {
  subject: string | null;
  body: string;
  usage: { used: number; limit: Limit };
  isRepeat: boolean;
};
type UseInput = z.output<typeof useTemplateSchema>;

/** The text with its values, or the error that names the first blank that isn't right. */
function fillIn(template: TemplateContent, values: UseInput['values'], today: string) {
  const checked = checkValues(template.blanks, values, today);
  const labelOf = (name: string) => template.blanks.find((blank) => blank.name === name)?.label ?? name;
  const [problem] = Object.entries(checked.problems);
  if (problem) throw new AppError('INVALID_INPUT', `${labelOf(problem[0])}: ${problem[1]}`);
  const { subject, body, missing } = renderTemplate(template, checked.values, today);
  if (missing.length > 0) throw new AppError('INVALID_INPUT', missingBlanksText(missing.map(labelOf)));
  return { subject, body };
}

/** Templates are used, rated and made favorites, and what everyone did together is counted. */
export function createTemplateUses(dependencies: {
  db: Db;
  clock: Clock;
  usage: UsageService;
  catalog: TemplateCatalog;
}) {
  const { db, clock, usage, catalog } = dependencies;

  /** Counts the use. Returns undefined if it didn't, because the same was counted before or there is no room. */
  async function count(use: TemplateUse): Promise<number | undefined> {
    try {
      return await useTemplate(db, use);
    } catch (error) {
      // Another call with the same result or id was faster, or the id is that of another receipt.
      if (brokenUniqueConstraint(error) === null) throw error;
      return undefined;
    }
  }

  return {
    /** One use, in one statement with its receipt. The same result again within the month is not another, even at the limit. */
    use: async (userId: UserId, { id, templateId, values }: UseInput): Promise<UsedTemplate> => {
      const { listed: template, content } = await catalog.get(userId, templateId);
      const { profile, access, now, limit, bounds, used } = await usage.allowanceWithProfile(userId, 'templates');
      requirePlan(template, access);
      const { subject, body } = fillIn(content, values, isoDayText(now, profile.timeZone));
      const resultDigest = sha256(JSON.stringify([template.id, subject, body]));
      const period = monthYear(now);
      const key = { userId, id, period, resultDigest };
      const counted = await count({ ...key, ...bounds, now, templateId: template.id, subject: template.title });
      if (counted !== undefined) return { subject, body, usage: { used: counted, limit }, isRepeat: false };
      const known = await findTemplateUse(db, key);
      const { currentUsage } = await usage.check(userId, 'templates');
      if (known === resultDigest) return { subject, body, usage: { used: currentUsage, limit }, isRepeat: true };
      if (known !== undefined || limit === 'unlimited' || currentUsage < limit) throw new AppError('INVALID_INPUT');
      throw usage.refuse('templates', access, Math.max(used, currentUsage));
    },

    rate: async (userId: UserId, { templateId, stars }: z.output<typeof rateTemplateSchema>): Promise<void> => {
      const { id } = (await catalog.get(userId, templateId)).listed;
      if (!(await rateTemplate(db, { userId, templateId: id }, stars))) throw new AppError('TEMPLATE_NOT_USED');
    },

    setFavorite: async (
      userId: UserId,
      { templateId, isFavorite }: z.output<typeof favoriteTemplateSchema>,
    ): Promise<void> => {
      const { id } = (await catalog.get(userId, templateId)).listed;
      await setFavorite(db, { userId, templateId: id }, isFavorite);
    },

    /** Counts again what everyone did with each of our templates. */
    countTotals: async (): Promise<void> => {
      const ids = (await catalog.builtIn()).map(({ id }) => id);
      const totals = await sumActivity(db, ids);
      const none = { uses: 0, ratings: 0, stars: 0 };
      const rows = ids.map(
        (templateId) => totals.find((row) => row.templateId === templateId) ?? { templateId, ...none },
      );
      await saveTotals(db, rows, await clock.now());
    },
  };
}
