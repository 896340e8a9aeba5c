import { Link } from '@tanstack/react-router';
import type { Sources } from '#src/domain/brain/source.ts';
import { Card } from '#src/ui/card.tsx';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';
import { storageText, storageTone } from './source-words.ts';

/** How much of the plan's storage documents and pages take. */
export function StorageMeter({ storage }: { storage: Sources['storage'] }) {
  const { usedBytes, limitBytes } = storage;
  const tone = storageTone(storage);
  return (
    <Card as="section" className="storage" aria-labelledby="storage">
      <div className="row between small">
        <h2 className="strong" id="storage">
          Storage
        </h2>
        <span className="num muted">{storageText(storage)}</span>
      </div>
      <ProgressBar label="Storage" value={usedBytes} max={limitBytes} text={storageText(storage)} tone={tone} bare />
      <p className="hint">
        <span>
          {usedBytes > limitBytes
            ? 'There’s more in here than your plan has room for. Nothing is deleted, but your team leaves out what’s marked “Not used”.'
            : 'Documents and saved pages. Facts don’t count.'}
        </span>
        {tone === 'danger' && (
          <>
            {' '}
            <Link className="link" to="/dashboard/billing">
              See plans
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
