import { useNavigate } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import {
  AUTOMATION_CATEGORIES,
  AUTOMATION_CATEGORY_NAMES,
  type AutomationCategory,
} from '#contract/automations/automation-categories.ts';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { LOADING } from '#contract/texts.ts';
import type { AutomationTemplate } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { useCreate } from './use-create.ts';

type TemplateSectionProps = {
  templates: readonly AutomationTemplate[];
  /** As the URL has it: it may not exist. */
  category: string | undefined;
};

/** Ready-made automations, by category, which is part of the URL. Using one opens it in the editor. */
export function TemplateSection({ templates, category: named }: TemplateSectionProps) {
  const category = AUTOMATION_CATEGORIES.find((known) => known === named) ?? null;
  const navigate = useNavigate();
  // Replaces the URL, so that Back leaves the list instead of undoing the choice.
  const choose = (one: AutomationCategory | null) =>
    void navigate({
      ...automationLinks.list,
      search: { category: one ?? undefined },
      replace: true,
      resetScroll: false,
    });
  const { openUpgrade } = useAccess();
  const { create, isCreating, creatingFrom } = useCreate();
  const countOf = (one: AutomationCategory | null) =>
    templates.filter((template) => one === null || template.category === one).length;
  const use = ({ id, lacks }: AutomationTemplate) => {
    const locked = ASSISTANTS.find(({ name }) => name === lacks);
    if (locked) openUpgrade('assistant_locked', { assistantId: locked.id });
    else create(id);
  };
  return (
    <section className="stack templates-of" aria-labelledby="start-from">
      <h2 className="h3" id="start-from">
        Start from a template
      </h2>
      <div className="chips scroll" role="group" aria-label="Categories">
        {[null, ...AUTOMATION_CATEGORIES].map((one) => (
          <button
            type="button"
            className="chip"
            key={one ?? 'all'}
            aria-pressed={one === category}
            onClick={() => choose(one)}
          >
            <span>{one === null ? 'All' : AUTOMATION_CATEGORY_NAMES[one]}</span>
            <span className="count">{formatNumber(countOf(one))}</span>
          </button>
        ))}
      </div>
      <ul className="starts">
        {templates
          .filter((template) => category === null || template.category === category)
          .map((template) => (
            <li
              key={template.id}
              className={classNames('card start', template.lacks !== null && 'lacking')}
              data-assistant={template.assistantId}
            >
              <AssistantAvatar id={template.assistantId} size={40} />
              <div>
                <p className="xs category">{AUTOMATION_CATEGORY_NAMES[template.category]}</p>
                <h3 className="h4">{template.name}</h3>
                <p className="muted">{template.description}</p>
                {template.lacks !== null && (
                  <p className="xs muted">{`Needs ${template.lacks}, who isn’t in your plan.`}</p>
                )}
              </div>
              <Button
                variant="secondary"
                busy={creatingFrom === template.id}
                busyText={LOADING}
                disabled={isCreating}
                onClick={() => use(template)}
              >
                {template.lacks !== null && <Lock className="icon sm" aria-hidden="true" />}
                <span>{AUTOMATION_TEXTS.useTemplate}</span>
                <span className="sr">{`: ${template.name}`}</span>
              </Button>
            </li>
          ))}
      </ul>
    </section>
  );
}
