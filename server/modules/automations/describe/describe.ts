import type { z } from 'zod';
import type { describeSchema } from '#contract/automations/automation-inputs.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { NO_STEPS_FOUND } from '#contract/automations/rehearsal-texts.ts';
import { ASSISTANTS, canUseAssistant, type Assistant } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import { findDefinition } from '#db/queries/automations/automations.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { draftAutomation } from '#server/prompts/automation-draft.ts';
import type { DraftedAutomation } from '../automations.dto.ts';
import type { ListTemplates } from '../manage/problem-finder.ts';
import { readDraft, type Known } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

/** The person is waiting for the draft. */
const TIME_LIMIT_MS = 60_000;

type Dependencies = {
  db: Db;
  profile: ProfileService;
  ask: ModelTasks;
  attempts: { count: (kind: 'automation-draft:person', subject: string) => Promise<void> };
  isModelEnabled: boolean;
  log: Log;
  listTemplates: ListTemplates;
};

type Nameable = {
  team: readonly Pick<Assistant, 'id' | 'name'>[];
  templates: readonly { id: string }[];
  timeZone: string;
};
/** What a draft can name. */
export const knownInDrafts = ({ team, templates, timeZone }: Nameable): Known => ({
  timeZone,
  teammate: (name) => {
    const wanted = name.trim().toLowerCase();
    return team.find((one) => one.id === wanted || one.name.toLowerCase() === wanted)?.id ?? null;
  },
  isTemplate: (id) => templates.some((template) => template.id === id),
});

/** Drafts an automation from a sentence, and saves nothing. It costs the person nothing, and counts against the operator's caps. */
export function createDescriber(dependencies: Dependencies) {
  const { db, profile, ask, attempts, isModelEnabled, log, listTemplates } = dependencies;

  async function existingDraft(userId: UserId, automationId: string | undefined) {
    if (automationId === undefined) return null;
    const found = await findDefinition(db, { userId, automationId });
    if (!found) throw new AppError('NOT_FOUND');
    const { name, description } = found;
    return { name, description, definition: found.definition as Definition }; // reason: checked when it was saved
  }

  return async (
    userId: UserId,
    { text, automationId }: z.output<typeof describeSchema>,
  ): Promise<DraftedAutomation> => {
    const existing = await existingDraft(userId, automationId);
    if (!isModelEnabled) throw new AppError('MODEL_OFF');
    await attempts.count('automation-draft:person', userId);
    const row = await getProfile(db, userId);
    const { tier } = await profile.accessOf(row);
    const team = ASSISTANTS.filter(({ id }) => canUseAssistant(tier, id));
    const templates = await listTemplates(userId);
    const request = {
      text,
      team: team.map(({ id, name, role }) => ({ id, name, role })),
      templates: templates.map(({ id, title }) => ({ id, title })),
      draft: existing && writeDraft(existing),
    };
    let answer;
    try {
      answer = await ask(userId, draftAutomation, request, AbortSignal.timeout(TIME_LIMIT_MS));
    } catch (error) {
      log.warn({ event: 'no automation drafted', err: error }, 'no automation drafted');
      throw new AppError('MODEL_FAILED', undefined, { cause: error });
    }
    if (answer === null) throw new AppError('MODEL_BUDGET');
    const known = knownInDrafts({ team, templates, timeZone: row.timeZone });
    const draft = readDraft(answer, known, existing?.definition ?? null);
    if (draft === null) throw new AppError('INVALID_INPUT', NO_STEPS_FOUND);
    return draft;
  };
}
