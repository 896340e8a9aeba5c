import { isoDayText } from '#contract/dates.ts';
import type { Limit } from '#contract/billing/limits.ts';
import type { Template } from '#contract/templates/templates.ts';
import type { Db } from '#db/client.ts';
import type { ProfileRow } from '#db/queries/identity/profiles.ts';
import { deleteOldTemplateUses } from '#db/queries/templates/use-template.ts';
import type { UserId } from '#db/types.gen.ts';
import { profileFacts } from '#server/prompts/profile-block.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';
import { PROFILE_LABELS } from '#server/prompts/profile-block.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import { createBlankDrafts, type FindKnown } from './draft-blanks.ts';
import { fillFromFacts, fitting } from './find-fills.ts';
import { createOwnTemplates } from './own-templates.ts';
import { relatedTemplates } from './related-templates.ts';
import { createBlankSuggestions } from './suggest-blanks.ts';
import { createTemplateCatalog } from './template-catalog.ts';
import { createTemplateUses } from './template-uses.ts';
import { type FillDto, type TemplateContent, type TemplateDetails, type TemplateDto } from './templates.dto.ts';

/** The results of the month before are kept, too: a use around midnight may be sent again. */
const KEEP_USES_MS = 62 * 24 * 60 * 60_000;

type TemplatesUsage = { used: number; limit: Limit };
type TemplatePage = {
  template: TemplateDetails;
  /** By the names of the blanks. */
  fills: Record<string, FillDto>;
  myRating: number | null;
  related: TemplateDto[];
  usage: TemplatesUsage;
  /** Today where the owner is, as `YYYY-MM-DD`. */
  today: string;
};
type Dependencies = {
  db: Db;
  clock: Clock;
  usage: UsageService;
  budgets: Pick<Budgets, 'charge'>;
  brain: BrainService;
  ask: ModelTasks;
  answers: LooseAnswers;
  findKnown: FindKnown;
  attempts: { count: (kind: 'template-draft:person' | 'blank-drafts:message', subject: string) => Promise<void> };
  isModelEnabled: boolean;
  log: Log;
  /** Ours; without them, the real ones. */
  templates?: readonly Template[] | undefined;
};

/** Templates: ours and people's own, filled in from what their team knows, and used. */
export function createTemplatesService(dependencies: Dependencies) {
  const { db, clock, usage, brain } = dependencies;
  const catalog = createTemplateCatalog(dependencies);
  const own = createOwnTemplates({ ...dependencies, catalog });

  /** What the blanks are filled in with from the profile and the facts, by the names of the blanks. */
  async function findFills(
    userId: UserId,
    { blanks }: TemplateContent,
    { profile, today }: { profile: ProfileRow; today: string },
  ): Promise<Record<string, FillDto>> {
    const fields = profileFacts(profile);
    const topics = blanks.flatMap(({ from }) =>
      from && 'factKinds' in from ? [{ kinds: from.factKinds, words: from.words ?? [] }] : [],
    );
    const facts = await brain.listAbout(userId, topics);
    const fills = blanks.flatMap((blank): [string, FillDto][] => {
      if (blank.from && 'profile' in blank.from) {
        const field = blank.from.profile;
        const value = fitting(blank, fields[field]);
        const label = PROFILE_LABELS[field];
        return value === null
          ? []
          : [[blank.name, { value, sources: [{ kind: 'profile', field, label, value: fields[field] }] }]];
      }
      const filled = fillFromFacts(blank, facts, today);
      if (!filled) return [];
      const { facts: found, ...fill } = filled;
      return [[blank.name, { ...fill, sources: found.map((fact) => ({ kind: 'fact', fact })) }]];
    });
    return Object.fromEntries(fills);
  }

  return {
    ...createTemplateUses({ ...dependencies, catalog }),
    ...own,
    suggestBlanks: createBlankSuggestions(dependencies),
    draftBlanks: createBlankDrafts({ ...dependencies, catalog }),

    list: async (userId: UserId): Promise<{ templates: TemplateDto[]; usage: TemplatesUsage }> => {
      const templates = (await catalog.list(userId)).map(({ listed }) => listed);
      const { used, limit } = await usage.allowanceFor(userId, 'templates');
      return { templates, usage: { used, limit } };
    },

    listNames: catalog.listNames,

    /** One template with everything its page shows. */
    get: async (userId: UserId, templateId: string): Promise<TemplatePage> => {
      const { entries, entry, content } = await catalog.open(userId, templateId.toLowerCase());
      const { profile, now, used, limit } = await usage.allowanceWithProfile(userId, 'templates');
      const today = isoDayText(now, profile.timeZone);
      return {
        template: { ...entry.listed, ...content },
        fills: await findFills(userId, content, { profile, today }),
        myRating: entry.myRating,
        related: relatedTemplates(
          entry.listed,
          entries.map(({ listed }) => listed),
        ),
        usage: { used, limit },
        today,
      };
    },

    /** Deletes for good what nobody needs any more. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      await deleteOldTemplateUses(db, new Date(now.getTime() - KEEP_USES_MS));
      await own.purgeRemoved(now);
    },
  };
}
export type TemplatesService = ReturnType<typeof createTemplatesService>;
