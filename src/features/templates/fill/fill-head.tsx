import { Link } from '@tanstack/react-router';
import { ChevronRight, Lock, Star } from 'lucide-react';
import type { FullTemplate, TemplateList } from '#src/domain/templates/template.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { FavoriteButton } from '../favorite-button.tsx';
import { CATEGORY_NAMES, ratingLabel, ratingText, readingText, usedByMeText, usesText } from '../template-words.ts';
import { useOwnActions } from '../own-actions.ts';
import { useTemplateAccess } from '../template-access.ts';
import { UsageCounter } from '../usage-counter.tsx';

type FillHeadProps = { template: FullTemplate; usage: TemplateList['usage'] | undefined };

/** The way back to the list. */
export function TemplateCrumb({ title }: { title: string }) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <Link to="/dashboard/power-ups/templates">Templates</Link>
      <ChevronRight className="icon sm" aria-hidden="true" />
      <span aria-current="page">{title}</span>
    </nav>
  );
}

/** A template's title, when to use it, and how it did. */
export function FillHead({ template, usage }: FillHeadProps) {
  const { title, whenToUse, description, category, assistantId, readingMinutes, isOwn, uses, usedByMe } = template;
  const rating = ratingText(template.rating);
  const { isLocked } = useTemplateAccess();
  return (
    <div className="page-head">
      <div className="row about-template">
        <AssistantAvatar id={assistantId} size={64} />
        <div>
          <h1 className="h2">{title}</h1>
          <p>{whenToUse || description}</p>
          <div className="meta small muted num">
            {isLocked(template) && (
              <Badge>
                <Lock className="icon" aria-hidden="true" />
                <span>Premium</span>
              </Badge>
            )}
            <span>{CATEGORY_NAMES[category]}</span>
            <span>{readingText(readingMinutes)}</span>
            {rating !== null && (
              <span className="rate">
                <Star className="icon sm" aria-hidden="true" />
                <span aria-hidden="true">{rating}</span>
                <span className="sr">{ratingLabel(template)}</span>
              </span>
            )}
            <span>{isOwn ? usedByMeText(usedByMe) : usesText(uses)}</span>
            <ChangeLink template={template} />
          </div>
        </div>
      </div>
      <div className="row counters">
        <FavoriteButton template={template} boxed />
        {usage && <UsageCounter usage={usage} />}
      </div>
    </div>
  );
}

/** The way to other words: a person's own template is changed, and one of ours is copied first. */
function ChangeLink({ template }: { template: FullTemplate }) {
  const { duplicate, isBusy } = useOwnActions(template);
  const { isLocked, offerPremium } = useTemplateAccess();
  if (template.isOwn)
    return (
      <Link
        className="text-button"
        to="/dashboard/power-ups/templates/$templateId"
        params={{ templateId: template.id }}
        search={{ edit: 'yes' }}
      >
        Edit
      </Link>
    );
  return (
    <button
      type="button"
      className="text-button"
      disabled={isBusy}
      onClick={() => (isLocked(template) ? offerPremium() : duplicate())}
    >
      Make it yours
    </button>
  );
}
