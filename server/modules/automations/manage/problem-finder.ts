import type { Definition } from '#contract/automations/definition.ts';
import {
  findProblems,
  usesTemplates,
  type Owner,
  type OwnTemplate,
  type Problem,
} from '#contract/automations/find-problems.ts';
import type { UserId } from '#db/types.gen.ts';

/** The templates that a person has: ours and their own. */
export type ListTemplates = (userId: UserId) => Promise<(OwnTemplate & { title: string })[]>;

/** Finds what is wrong with a definition. Templates are only looked up if a step fills one in. */
export function createProblemFinder({ listTemplates }: { listTemplates: ListTemplates }) {
  return async (userId: UserId, definition: Definition, owner: Owner): Promise<Problem[]> => {
    const templates = usesTemplates(definition.steps) ? await listTemplates(userId) : undefined;
    return findProblems(definition, { ...owner, templates });
  };
}
