import { Link } from '@tanstack/react-router';
import type { Source } from '#src/domain/brain/source.ts';
import { shortName } from './source-words.ts';

/** Links to the existing source if the page is already in the Brain. */
export function KnownPage({ source }: { source: Source | null }) {
  return (
    <div role="status">
      {source && (
        <p className="small">
          <span>You already have this page.</span>{' '}
          <Link className="link" to="/dashboard/brain/sources/$sourceId" params={{ sourceId: source.id }}>
            {`Open ${shortName(source.name)}`}
          </Link>
        </p>
      )}
    </div>
  );
}
