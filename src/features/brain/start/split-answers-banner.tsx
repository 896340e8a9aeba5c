import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { FACTS_ID } from '../anchors.ts';

const factsText = (count: number) => (count === 1 ? '1 fact' : `${formatNumber(count)} facts`);
export const splitTitle = (count: number): string =>
  `${factsText(count)} from your answers ${count === 1 ? 'needs' : 'need'} your OK`;

/** The facts that typed answers were split into, with one button to confirm them all. */
export function SplitAnswersBanner({ factIds }: { factIds: string[] }) {
  const utils = trpc.useUtils();
  const confirm = trpc.brain.confirmFacts.useMutation({
    onSuccess: () => {
      toast.success({ title: `${factsText(factIds.length)} confirmed` });
      document.getElementById(FACTS_ID)?.focus();
    },
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  });
  return (
    <Banner
      label="From your answers"
      icon={<ListChecks className="icon" aria-hidden="true" />}
      title={`${splitTitle(factIds.length)}.`}
      text="We split longer answers into separate facts. Your team uses them already."
    >
      <div className="row">
        <Button variant="secondary" busy={confirm.isPending} onClick={() => confirm.mutate({ factIds })}>
          {factIds.length === 1 ? 'Confirm it' : `Confirm all ${formatNumber(factIds.length)}`}
        </Button>
        <Link className="text-button" to="/dashboard/brain" search={{ state: 'suggested' }}>
          {factIds.length === 1 ? 'Show it' : 'Show them'}
        </Link>
      </div>
    </Banner>
  );
}
