import { MessageSquare } from 'lucide-react';
import { useRef, useState } from 'react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { formatDay } from '#src/domain/brain/fact-dates.ts';
import { sourceText } from '#src/domain/brain/fact-source.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { toast } from '#src/lib/toast.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { SOURCES_ID } from '../anchors.ts';
import { changeText } from './change-text.ts';
import { extentText } from './source-words.ts';

/** How many changed cells are listed at first. */
const SHOWN_FIRST = 5;

export type ReplaceDialogProps = { sourceId: string; name: string; onClose: () => void };

const GONE_OPTIONS = [
  { value: 'forget', label: 'Forget' },
  { value: 'keep', label: 'Keep' },
] as const;

/** How many more there are beyond the listed ones, as a sentence. */
const moreText = (count: number): string => (count === 0 ? '' : ` And ${formatNumber(count)} more.`);

/** Replaces the file with the new version, or keeps both. */
function useReplacement(name: string, onDone: () => void) {
  const utils = trpc.useUtils();
  const saves = (title: string, text: string) => ({
    onError: toastError,
    onSuccess: () => {
      onDone();
      toast.success({ title, text });
    },
    onSettled: () => utils.brain.invalidate(),
  });
  const replace = trpc.brain.sources.replace.useMutation(
    saves(`Replaced ${name}`, 'Your team uses the new version, starting with your next message.'),
  );
  const keepBoth = trpc.brain.sources.moveToTeam.useMutation(saves('Kept both files', 'Your team uses both.'));
  const use = trpc.brain.sources.moveToTeam.useMutation(
    saves(`${name} is in the Brain`, 'The whole team can use it now.'),
  );
  return { replace, keepBoth, use, isBusy: replace.isPending || keepBoth.isPending };
}

/** Shows what would change if a new version replaced a file. Nothing changes until the owner confirms. */
export function ReplaceDialog({ sourceId, name, onClose }: ReplaceDialogProps) {
  const now = useNow();
  const { data, error, refetch } = trpc.brain.sources.compare.useQuery({ sourceId });
  const [gone, setGone] = useState<'forget' | 'keep'>('forget');
  const [isWhole, setIsWhole] = useState(false);
  /** Once it's done, the row with the button that opened it is about to disappear. */
  const isDone = useRef(false);
  const { replace, keepBoth, use, isBusy } = useReplacement(name, () => {
    isDone.current = true;
    onClose();
  });
  const extent = (version: { unit: NonNullable<typeof data>['before']['unit']; count: number }) =>
    extentText({ ...version, bytes: 0 });
  const added = data ? formatDay(new Date(data.before.addedAt), now) : '';
  const lead =
    data &&
    `You added a file with this name ${added === 'today' ? added : `on ${added}`}. It had ${extent(data.before)}. This one has ${extent(data.after)}.`;
  const cells = data?.changed ?? [];
  const shown = isWhole ? cells : cells.slice(0, SHOWN_FIRST);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Replace ${name}?`}
      lead={lead}
      width="middle"
      returnFocusTo={() => (isDone.current ? document.getElementById(SOURCES_ID) : null)}
    >
      {data ? (
        <div className="stack replace-file">
          <dl className="replace-counts card">
            {(
              [
                ['changed', data.counts.changed],
                ['new', data.counts.added],
                ['gone', data.counts.gone],
                ['the same', data.counts.same],
              ] as const
            ).map(([label, count]) => (
              <div key={label}>
                <dd className="h3 num">{formatNumber(count)}</dd>
                <dt className="small muted">{label}</dt>
              </div>
            ))}
          </dl>
          {shown.length > 0 && (
            <table className="replace-changes">
              <caption className="h4">Changed</caption>
              <thead>
                <tr>
                  <th scope="col">Item</th>
                  <th scope="col">Then</th>
                  <th scope="col">Now</th>
                  <th scope="col">Change</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ item, label, before, value }, index) => (
                  <tr key={index}>
                    <th scope="row">
                      <span>{item}</span>
                      {label !== '' && <span className="xs muted">{label}</span>}
                    </th>
                    <td>{before === '' ? <span className="muted">None</span> : <s className="muted">{before}</s>}</td>
                    <td className="strong">{value === '' ? 'None' : value}</td>
                    <td className="num">{changeText(before, value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {cells.length > shown.length && (
            <button type="button" className="text-button show-all" onClick={() => setIsWhole(true)}>
              {`Show all ${formatNumber(cells.length)}`}
            </button>
          )}
          {data.kept.map(({ item, theirs, fact }) => (
            <p key={fact.id} className="replace-kept small">
              <MessageSquare className="icon sm" aria-hidden="true" />
              <span>
                <b className="strong">{`${item} stays ${fact.value === '' ? 'as you said' : fact.value}.`}</b>{' '}
                <span>{`The file says ${theirs}, but your word counts: ${sourceText(fact, now)}.`}</span>
              </span>
            </p>
          ))}
          <div className="replace-lists">
            {data.added.length > 0 && (
              <section>
                <h3 className="h4">New</h3>
                <p>{`${data.added.join('. ')}.${moreText(data.counts.added - data.added.length)}`}</p>
              </section>
            )}
            {data.gone.length > 0 && (
              <section>
                <h3 className="h4">Gone</h3>
                <p>{`${data.gone.join('. ')}.${moreText(data.counts.gone - data.gone.length)} ${data.gone.length === 1 ? 'It isn’t' : 'They aren’t'} in the new file.`}</p>
                <Segment label="What’s gone" options={GONE_OPTIONS} value={gone} onChange={setGone} />
              </section>
            )}
          </div>
          <div className="replace-foot">
            <p className="xs muted">
              Your team uses the new version starting with your next message, and the old one can’t be brought back.
              Drafts you’ve already written don’t change.
            </p>
            <Button
              variant="ghost"
              disabled={isBusy}
              busy={keepBoth.isPending}
              busyText="Keeping..."
              onClick={() => keepBoth.mutate({ sourceId })}
            >
              Keep both files
            </Button>
            <Button
              disabled={isBusy}
              busy={replace.isPending}
              busyText="Replacing..."
              onClick={() => replace.mutate({ sourceId, gone })}
            >
              Replace it
            </Button>
          </div>
        </div>
      ) : error ? (
        <div className="stack">
          {errorCode(error) === 'NOT_FOUND' ? (
            <>
              <p>The file it would replace was removed.</p>
              <Button busy={use.isPending} busyText="Adding..." onClick={() => use.mutate({ sourceId })}>
                Use this file
              </Button>
            </>
          ) : (
            <>
              <p>{errorText(error)}</p>
              <Button onClick={() => void refetch()}>{TRY_AGAIN}</Button>
            </>
          )}
        </div>
      ) : (
        <Skeleton shape="block" />
      )}
    </Dialog>
  );
}
