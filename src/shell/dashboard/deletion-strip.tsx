import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatDate } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';

/** Says on every page that the account is about to go, with the way to keep it. */
export function DeletionStrip({ deleteAfter }: { deleteAfter: string }) {
  const utils = trpc.useUtils();
  const keep = trpc.account.cancelDeletion.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.auth.session.invalidate(), utils.account.invalidate()]);
      toast.success({ title: 'Your account stays', text: 'Nothing was deleted.' });
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
