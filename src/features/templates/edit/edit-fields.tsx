import type { Assistant } from '#contract/chat/assistants.ts';
import { TEMPLATE_FOLDER_MAX } from '#contract/templates/template-inputs.ts';
import { TEMPLATE_CATEGORIES } from '#contract/templates/template-categories.ts';
import { TEMPLATE_DESCRIPTION_MAX, TEMPLATE_TITLE_MAX } from '#contract/templates/templates.ts';
import { Card } from '#src/ui/card.tsx';
import { OptionalLabel } from '#src/ui/forms/optional-label.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { CATEGORY_NAMES } from '../template-words.ts';
import type { EditDraft } from './edit-draft.ts';
import type { EditProblems } from './edit-problems.ts';

type EditFieldsProps = {
  draft: EditDraft;
  change: (changes: Partial<EditDraft>) => void;
  problems: EditProblems;
  /** Those that exist, to choose from. */
  folders: readonly string[];
  team: readonly Assistant[];
};

/** What a template is called, and where it belongs. */
export function EditFields({ draft, change, problems, folders, team }: EditFieldsProps) {
  return (
    <Card className="stack">
      <TextField
        label="Title"
        data-field="title"
        error={problems.title}
        autoComplete="off"
        maxLength={TEMPLATE_TITLE_MAX}
        value={draft.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label={<OptionalLabel text="What it’s for" />}
        error={problems.description}
        autoComplete="off"
        maxLength={TEMPLATE_DESCRIPTION_MAX}
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="grid2">
        <SelectField
          label="Category"
          options={TEMPLATE_CATEGORIES.map((one) => ({ value: one, label: CATEGORY_NAMES[one] }))}
          value={draft.category}
          onChange={({ target }) =>
            change({ category: TEMPLATE_CATEGORIES.find((one) => one === target.value) ?? draft.category })
          }
        />
        <SelectField
          label="Opens with"
          options={[
            { value: 'category', label: 'The usual teammate for this category' },
            ...team.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.assistantId || 'category'}
          onChange={({ target }) => change({ assistantId: team.find(({ id }) => id === target.value)?.id ?? '' })}
        />
        <TextField
          label={<OptionalLabel text="Folder" />}
          list="template-folders"
          autoComplete="off"
          maxLength={TEMPLATE_FOLDER_MAX}
          value={draft.folder}
          onChange={({ target }) => change({ folder: target.value })}
        />
        <TextField
          label={<OptionalLabel text="Tags" />}
          placeholder="newsletter, regulars"
          error={problems.tags}
          autoComplete="off"
          value={draft.tags}
          onChange={({ target }) => change({ tags: target.value })}
        />
      </div>
      <datalist id="template-folders">
        {folders.map((folder) => (
          <option key={folder}>{folder}</option>
        ))}
      </datalist>
    </Card>
  );
}
