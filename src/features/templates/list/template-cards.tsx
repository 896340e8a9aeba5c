import { useCallback, useState } from 'react';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useTemplateAccess } from '../template-access.ts';
import { TemplateCard } from './template-card.tsx';

const PreviewDialog = lazyDialog(async () => (await import('./preview-dialog.tsx')).PreviewDialog);

type TemplateCardsProps = { templates: readonly TemplateSummary[]; as?: 'h2' | 'h3' };

/** Templates side by side, and the preview of one of them. */
export function TemplateCards({ templates, as }: TemplateCardsProps) {
  const { isLocked, offerPremium } = useTemplateAccess();
  const [previewed, setPreviewed] = useState<TemplateSummary | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
      <ul className="tpls">
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            as={as}
            isLocked={isLocked(template)}
            onLocked={offerPremium}
            onPreview={(chosen) => {
              setPreviewed(chosen);
              setIsOpen(true);
            }}
          />
        ))}
      </ul>
      {/* The template stays while the dialog closes, so that its text doesn't change during the animation. */}
      <PreviewDialog template={previewed} isOpen={isOpen} onClose={close} />
    </>
  );
}
