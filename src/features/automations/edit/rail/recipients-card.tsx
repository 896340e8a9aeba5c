import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import { useEditorContext } from '../editor-context.ts';

/** Who besides the owner can get emails from automations. */
export function RecipientsCard() {
  const { page } = useEditorContext();
  const utils = trpc.useUtils();
  const removing = trpc.powerUps.automations.removeRecipient.useMutation({
    onError: toastError,
    onSettled: () => void utils.powerUps.automations.get.invalidate({ automationId: page.automation.id }),
  });
  if (page.recipients.length === 0) return null;
  return (
    <Card as="section" className="stack side-card" aria-labelledby="automation-recipients">
      <h2 className="h4" id="automation-recipients">
        Who can get emails
      </h2>
      <ul className="vers people">
        {page.recipients.map(({ email, isConfirmed }) => (
          <li key={email}>
            <span className="grow">{email}</span>
            <Badge tone={isConfirmed ? 'success' : 'warning'}>{isConfirmed ? 'Agreed' : 'Asked'}</Badge>
            <button
              type="button"
              className="text-button"
              disabled={removing.isPending}
              onClick={() => removing.mutate({ email })}
            >
              Remove<span className="sr">{` ${email}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
