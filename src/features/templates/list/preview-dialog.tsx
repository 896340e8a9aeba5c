import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { OpenTemplate, TemplateSummary } from '#src/domain/templates/template.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { valuesOf } from '../fill/drafts.ts';
import { Letter } from '../fill/letter.tsx';
import { useTemplateAccess } from '../template-access.ts';

type PreviewDialogProps = { isOpen: boolean; onClose: () => void; template: TemplateSummary | null };

/** How a template reads with what the team knows, without using it. */
export function PreviewDialog({ isOpen, onClose, template }: PreviewDialogProps) {
  const { isLocked, offerPremium } = useTemplateAccess();
  // What was read stays while the dialog closes.
  const open = trpc.powerUps.templates.get.useQuery(
    { templateId: template?.id ?? '' },
    { enabled: isOpen && template !== null },
  );
  if (template === null) return null;
  const { id, title, description, assistantId } = template;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      width="middle"
      title={title}
      lead={description}
      figure={<AssistantAvatar id={assistantId} size={64} />}
    >
      <div className="stack templates" data-assistant={assistantId}>
        <Loaded query={open} rows={3}>
          {(data) => <PreviewedText key={id} open={data} />}
        </Loaded>
        <div className="row dialog-actions">
          {isLocked(template) ? (
            <Button
              onClick={() => {
                onClose();
                offerPremium();
              }}
            >
              <Lock className="icon sm" aria-hidden="true" />
              {TEMPLATE_TEXTS.use}
            </Button>
          ) : (
            <Link
              className={buttonClass()}
              to="/dashboard/power-ups/templates/$templateId"
              params={{ templateId: id }}
              onClick={onClose}
            >
              {TEMPLATE_TEXTS.use}
            </Link>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function PreviewedText({ open: { template, fills, today } }: { open: OpenTemplate }) {
  const { text, blanks, example } = template;
  const [isExample, setIsExample] = useState(false);
  const values = isExample ? example.values : valuesOf(blanks, {}, fills);
  return (
    <>
      <p className="row between small">
        <span className="muted">
          {!isExample ? 'With what your team knows' : example.business || 'Filled in with the examples'}
        </span>
        <button type="button" className="text-button" onClick={() => setIsExample(!isExample)}>
          {isExample ? 'Back to yours' : 'See a filled example'}
        </button>
      </p>
      <Letter rendered={renderTemplate({ text, blanks }, values, isExample ? undefined : today)} blanks={blanks} />
    </>
  );
}
