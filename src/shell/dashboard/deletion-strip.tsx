import { useNavigate } from '@tanstack/react-router';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';

/** Time to read it, and to follow it. */
const PLAN_TOAST_MS = 15_000;

/** Says on every page that the account is about to go, with the way to keep it. */
export function DeletionStrip({ deleteAfter }: { deleteAfter: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const keep = trpc.account.cancelDeletion.useMutation({
    onSuccess: async ({ planEndsAt }) => {
      await Promise.all([utils.auth.session.invalidate(), utils.account.invalidate(), utils.billing.invalidate()]);
      if (planEndsAt === null) return toast.success({ title: 'Your account stays', text: 'Nothing was deleted.' });
      return toast.success({
        title: 'Your account stays',
        text: `Your plan is still cancelled and ends on ${formatDate(planEndsAt)}, unless you keep it as well.`,
        action: { label: 'See your plan', onClick: () => void navigate({ to: '/dashboard/billing' }) },
        lifeMs: PLAN_TOAST_MS,
      });
    },
    onError: (error) => void toast.error({ title: TOASTS.error.title, text: errorText(error) }),
  });
  return (
    <section className="deletion-strip" aria-label="Deletion of your account">
      <p>
        Your account will be deleted on <strong>{formatDate(deleteAfter)}</strong>.
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={keep.isPending}
        busyText="One moment..."
        onClick={() => keep.mutate()}
      >
        Keep my account
      </Button>
    </section>
  );
}
