import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { toastError } from '#src/lib/app-error.ts';
import { nextHeading } from '#src/lib/next-heading.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';

/** Long enough to read the toast and press its button. */
const PLAN_TOAST_MS = 15_000;

/** Announces on every page that the account will be deleted, with a way to keep it. */
export function DeletionStrip({ deleteAfter }: { deleteAfter: string }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  // The button disappears with the strip.
  const next = useRef<HTMLElement>(null);
  const undo = trpc.account.cancelDeletion.useMutation({
    onSuccess: async ({ planEndsAt }) => {
      next.current?.focus();
      await Promise.all([utils.auth.session.invalidate(), utils.account.invalidate(), utils.billing.invalidate()]);
      if (planEndsAt === null)
        return toast.success({ title: 'You’re keeping your account', text: 'We didn’t delete anything.' });
      return toast.success({
        title: 'You’re keeping your account',
        text: `Your plan is still canceled and ends on ${formatDate(planEndsAt)}, unless you keep that too.`,
        action: { label: 'See your plan', onClick: () => void navigate({ to: '/dashboard/billing' }) },
        lifeMs: PLAN_TOAST_MS,
      });
    },
    onError: toastError,
  });
  return (
    <section className="deletion-strip" aria-label="Account deletion">
      <p>
        Your account will be deleted on <strong>{formatDate(deleteAfter)}</strong>.
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={undo.isPending}
        busyText="One moment..."
        onClick={({ currentTarget }) => {
          next.current = nextHeading(currentTarget);
          undo.mutate();
        }}
      >
        Keep my account
      </Button>
    </section>
  );
}
