import { Download, ExternalLink, ListChecks, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { sourceFilePath } from '#contract/brain/sources.ts';
import { isReading, type Source } from '#src/domain/brain/source.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { SOURCE_NAME_ID } from '../anchors.ts';
import { canChoosePages, sourceLine } from '../sources/source-words.ts';
import { useSourceActions } from '../sources/use-source-actions.ts';

const ChoosePagesDialog = lazyDialog(
  async () => (await import('../sources/choose-pages-dialog.tsx')).ChoosePagesDialog,
);

/** The page as a link leads to it; an address without a scheme is taken for https. */
const linkTo = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

/** A source's name, what it taught, and what can be done with it. */
export function SourceHead({ source, onRemoved }: { source: Source; onRemoved: () => void }) {
  const { id, name, kind, url, state, problem, leftOut, isUsed, scope, isPrivate } = source;
  const { isRemoving, isMoving, remove, moveToTeam } = useSourceActions(source, onRemoved);
  const [isChoosing, setChoosing] = useState(false);
  const endChoosing = useCallback(() => setChoosing(false), []);
  return (
    <div className="page-head">
      <div>
        <h1 className="h2" id={SOURCE_NAME_ID} tabIndex={-1}>
          {name}
        </h1>
        <p>
          <span>{sourceLine(source, useNow())}</span> {!isUsed && <Badge tone="warning">Not used</Badge>}
        </p>
        {leftOut.length > 0 && <p className="muted">{leftOut.join(' ')}</p>}
        {problem !== null && <p className="fail">{problem}</p>}
      </div>
      <div className="row page-actions">
        {kind === 'file' ? (
          state !== 'failed' && (
            <a className="btn secondary" href={sourceFilePath(id)} download={name}>
              <Download className="icon sm" aria-hidden="true" />
              Download the file
            </a>
          )
        ) : (
          <a className="btn secondary" href={linkTo(url ?? name)} target="_blank" rel="noopener noreferrer nofollow">
            <ExternalLink className="icon sm" aria-hidden="true" />
            Open the page<span className="sr"> in a new tab</span>
          </a>
        )}
        {canChoosePages(source) && !isReading(source) && state !== 'failed' && (
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            <ListChecks className="icon sm" aria-hidden="true" />
            Choose pages
          </Button>
        )}
        {scope === 'chat' && !isPrivate && state !== 'failed' && (
          <Button variant="secondary" busy={isMoving} busyText="Moving..." onClick={moveToTeam}>
            Move to the Brain
          </Button>
        )}
        <Button variant="danger" busy={isRemoving} busyText="Removing..." onClick={remove}>
          <Trash2 className="icon sm" aria-hidden="true" />
          Remove
        </Button>
      </div>
      <ChoosePagesDialog isOpen={isChoosing} onClose={endChoosing} source={source} />
    </div>
  );
}
