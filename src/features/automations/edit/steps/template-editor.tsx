import { STEP_TEXT_MAX } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { TEMPLATE_GONE } from '#contract/automations/steps/template.ts';
import { PREMIUM_TEMPLATES_TIER } from '#contract/billing/limits.ts';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import { trpc } from '#src/api/trpc.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';
import { ValueField } from '../text/value-field.tsx';

/** Which template, and what goes into its blanks. */
export function TemplateEditor({ step }: { step: StepOf<'template'> }) {
  const { changeStep, problems } = useEditorContext();
  // The step's other problems have a note that says how to fix them.
  const problem = problems.find(({ stepId, text }) => stepId === step.id && text === TEMPLATE_GONE)?.text;
  const list = trpc.powerUps.templates.list.useQuery();
  const templates = list.data?.templates ?? [];
  const isThere = templates.some(({ id }) => id === step.templateId);
  const open = trpc.powerUps.templates.get.useQuery({ templateId: step.templateId }, { enabled: isThere });
  return (
    <>
      <SelectField
        label="Template"
        placeholder="Choose a template"
        options={templates.map(({ id, title, isPremium }) => ({
          value: id,
          label: isPremium ? `${title} (premium)` : title,
        }))}
        value={isThere ? step.templateId : ''}
        error={problem}
        onChange={({ target }) => changeStep(step, { templateId: target.value, values: {} })}
      />
      {isThere && (
        <Loaded query={open} rows={1}>
          {({ template }) => (
            <div className="stack" role="group" aria-label="Blanks">
              <p className="hint">Leave a blank empty, and it’s filled in with what your team knows.</p>
              {template.blanks.map((blank) => (
                <ValueField
                  key={blank.name}
                  label={blank.label}
                  stepId={step.id}
                  isOneLine
                  max={STEP_TEXT_MAX}
                  value={step.values[blank.name] ?? ''}
                  hint={blank.hint || undefined}
                  onChange={(text) => {
                    const { [blank.name]: _before, ...others } = step.values;
                    changeStep(
                      step,
                      { values: text === '' ? others : { ...others, [blank.name]: text } },
                      `blank ${blank.name}`,
                    );
                  }}
                />
              ))}
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

export function TemplateFix({ text }: { text: string }) {
  const { openUpgrade } = useAccess();
  return (
    <>
      <p>
        <b className="strong">{text}</b>
      </p>
      <p className="row acts">
        <Button
          size="sm"
          variant="secondary"
          onClick={() =>
            openUpgrade('feature_locked', { plan: PREMIUM_TEMPLATES_TIER, detail: PREMIUM_TEMPLATE_LOCKED })
          }
        >
          See plans
        </Button>
      </p>
    </>
  );
}
