import { Link } from '@tanstack/react-router';
import { Bookmark, Lock, Star } from 'lucide-react';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { Badge } from '#src/ui/badge.tsx';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { FavoriteButton } from '../favorite-button.tsx';
import { CATEGORY_NAMES, ratingLabel, ratingText, usedByMeText, usesText } from '../template-words.ts';
import { LazyOwnMenu } from './lazy-own-menu.tsx';

type TemplateCardProps = {
  template: TemplateSummary;
  /** It is premium, and the plan isn't. */
  isLocked: boolean;
  onLocked: () => void;
  onPreview: (template: TemplateSummary) => void;
  /** The level of its heading. */
  as?: 'h2' | 'h3';
};

/** A template in a list: whose it is, what it does, how it did, and two ways in. */
export function TemplateCard({ template, isLocked, onLocked, onPreview, as: Heading = 'h2' }: TemplateCardProps) {
  const { id, title, description, category, folder, assistantId, tags, isPremium, isOwn, uses, usedByMe } = template;
  const rating = ratingText(template.rating);
  const params = { templateId: id };
  const named = <span className="sr">{`: ${title}`}</span>;
  return (
    <li className={classNames('card tpl', isLocked && 'prem')} data-assistant={assistantId}>
      <p className="row between">
        <span className="row whose">
          <AssistantAvatar id={assistantId} size={32} />
          <span className="small strong">{CATEGORY_NAMES[category]}</span>
        </span>
        {isPremium && (
          <Badge>
            {isLocked ? <Lock className="icon" aria-hidden="true" /> : <Bookmark className="icon" aria-hidden="true" />}
            <span>Premium</span>
          </Badge>
        )}
        {isOwn && <Badge tone="accent">Yours</Badge>}
      </p>
      <div className="what">
        <Heading className="h4">{title}</Heading>
        <p className="muted">{description}</p>
        <p className="xs muted">
          {[folder === null ? '' : `In ${folder}`, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join('  ')}
        </p>
      </div>
      <div className="row small muted num did">
        {isOwn ? (
          <span>{usedByMeText(usedByMe)}</span>
        ) : isLocked ? (
          <span>Comes with Pro and Ultimate</span>
        ) : (
          <>
            {rating !== null && (
              <span className="rate">
                <Star className="icon sm" aria-hidden="true" />
                <span aria-hidden="true">{rating}</span>
                <span className="sr">{ratingLabel(template)}</span>
              </span>
            )}
            <span>{usesText(uses)}</span>
          </>
        )}
        <FavoriteButton template={template} />
      </div>
      <div className="row acts">
        {isLocked ? (
          <Button variant="secondary" className="grow" onClick={onLocked}>
            <Lock className="icon sm" aria-hidden="true" />
            {TEMPLATE_TEXTS.use}
            {named}
          </Button>
        ) : (
          <Link
            className={buttonClass({ variant: 'secondary', className: 'grow' })}
            to="/dashboard/power-ups/templates/$templateId"
            params={params}
          >
            {TEMPLATE_TEXTS.use}
            {named}
          </Link>
        )}
        {isOwn ? (
          <>
            <Link
              className={buttonClass({ variant: 'ghost' })}
              to="/dashboard/power-ups/templates/$templateId"
              params={params}
              search={{ edit: 'yes' }}
            >
              Edit
              {named}
            </Link>
            <LazyOwnMenu template={template} onPreview={() => onPreview(template)} />
          </>
        ) : (
          <Button variant="ghost" onClick={() => onPreview(template)}>
            {TEMPLATE_TEXTS.preview}
            {named}
          </Button>
        )}
      </div>
    </li>
  );
}
