import { formatDayOfYear, formatNumber } from '#src/lib/text/format.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Card } from '#src/ui/card.tsx';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import { useEditorContext } from '../editor-context.ts';
import { agoText } from '../state/ago-text.ts';

const SHOWN = 5;
type Version = AutomationPage['versions'][number];

const runsText = (runs: number) => `${formatNumber(runs)} ${runs === 1 ? 'run' : 'runs'}`;

/** The versions of an automation, newest first, and the way back to an older one. */
export function VersionsCard({ onRestore }: { onRestore: (version: number) => void }) {
  const { page } = useEditorContext();
  const now = useNow();
  const about = ({ version, createdAt, publishedAt, runs }: Version) => {
    if (publishedAt === null) return `Draft, ${agoText(createdAt, now)}`;
    return `${version === page.liveVersion ? 'Since ' : ''}${formatDayOfYear(publishedAt)}, ${runsText(runs)}`;
  };
  const versions = page.versions.toSorted((a, b) => b.version - a.version).slice(0, SHOWN);
  return (
    <Card as="section" className="stack side-card" aria-labelledby="automation-versions">
      <h2 className="h4" id="automation-versions">
        Versions
      </h2>
      <ul className="vers">
        {versions.map((one) => (
          <li key={one.version} aria-current={one.version === page.version ? 'true' : undefined}>
            <b aria-hidden="true">{one.version}</b>
            <span className="grow">
              <span>{`Version ${one.version}`}</span>
              <small>{about(one)}</small>
            </span>
            {one.version === page.liveVersion ? (
              <Badge tone={page.automation.isOn ? 'success' : 'neutral'}>
                {page.automation.isOn ? 'Running' : 'Last used'}
              </Badge>
            ) : (
              one.version !== page.version && (
                <button type="button" className="text-button" onClick={() => onRestore(one.version)}>
                  Restore<span className="sr">{` version ${one.version}`}</span>
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      <p className="hint">A run finishes on the version it started with.</p>
    </Card>
  );
}
