import { CHOICES_MAX } from '#contract/templates/blanks.ts';
import type { OwnTemplate } from '#contract/templates/templates.ts';
import { ownTemplateSchema } from '#contract/templates/templates.ts';
import { numberProblem } from '../fill/drafts.ts';
import { isChoice, linesOf, toTemplate, type EditBlank, type EditDraft } from './edit-draft.ts';

/** What is wrong with a template that is edited: a sentence for each field, and one for each blank by its name. */
export type EditProblems = {
  title?: string;
  description?: string;
  tags?: string;
  /** About the text, its subject, or the blanks as a whole. */
  text?: string;
  blanks: Record<string, string>;
};

const FIELDS = ['title', 'description', 'tags'] as const;

const LABEL_MISSING = 'Please give each blank a label.';
const EXAMPLE_MISSING = 'Please add an example.';

/** What is wrong with an example that the server wouldn't take. */
function exampleProblem({ kind, example }: EditBlank): string {
  const lines = linesOf(example);
  if (kind === 'choice' && lines.length > 0 && !lines.every(isChoice))
    return 'Write each choice as a name, a colon, and its words.';
  if (kind === 'choice')
    return lines.length < 2 ? 'Please add at least two choices.' : `Please keep this to ${CHOICES_MAX} choices.`;
  return numberProblem({ kind }, example) ?? EXAMPLE_MISSING;
}

/** Checks a template as the server will. */
export function checkEdit(draft: EditDraft): { template: OwnTemplate } | { problems: EditProblems } {
  const { data, error } = ownTemplateSchema.safeParse(toTemplate(draft));
  if (data) return { template: data };
  const problems: EditProblems = { blanks: {} };
  const empty = draft.blanks.filter(({ example }) => example.trim() === '');
  for (const { path, message } of error.issues) {
    const [first, index, part] = path;
    const field = FIELDS.find((one) => one === first);
    const blank = first === 'blanks' && typeof index === 'number' ? draft.blanks[index] : undefined;
    if (field) problems[field] ??= message;
    else if (blank) {
      const isExample = part === 'example' || part === 'choices';
      problems.blanks[blank.name] ??= part === 'label' ? LABEL_MISSING : isExample ? exampleProblem(blank) : message;
    } else if (first !== 'blanks' || empty.length === 0) problems.text ??= message;
  }
  for (const blank of empty) problems.blanks[blank.name] ??= exampleProblem(blank);
  return { problems };
}
