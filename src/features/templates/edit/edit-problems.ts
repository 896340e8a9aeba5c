import type { OwnTemplate } from '#contract/power-ups/templates.ts';
import { ownTemplateSchema } from '#contract/power-ups/templates.ts';
import { toTemplate, type EditDraft } from './edit-draft.ts';

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

/** Checks a template as the server will. */
export function checkEdit(draft: EditDraft): { template: OwnTemplate } | { problems: EditProblems } {
  const { data, error } = ownTemplateSchema.safeParse(toTemplate(draft));
  if (data) return { template: data };
  const problems: EditProblems = { blanks: {} };
  for (const { path, message } of error.issues) {
    const [first, index, part] = path;
    const field = FIELDS.find((one) => one === first);
    const blank = first === 'blanks' && typeof index === 'number' ? draft.blanks[index] : undefined;
    if (field) problems[field] ??= message;
    else if (blank) {
      const text =
        part === 'label' ? LABEL_MISSING : part === 'example' || part === 'choices' ? EXAMPLE_MISSING : message;
      problems.blanks[blank.name] ??= text;
    } else problems.text ??= message;
  }
  return { problems };
}
