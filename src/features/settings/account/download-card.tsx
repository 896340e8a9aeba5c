import { useState } from 'react';
import { EXPORTS_PER_DAY } from '#contract/account/account-times.ts';
import { apiClient } from '#src/api/api-client.ts';
import { reauthenticationGate } from '#src/api/links/reauthentication-gate.ts';
import { Button } from '#src/ui/button.tsx';
import { Problem, problemText } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';

const EXPORT_PATH = '/account/export';

/** Downloads all of a person's data as one ZIP. */
export function DownloadCard() {
  const [state, setState] = useState<'idle' | 'busy' | 'started'>('idle');
  const [problem, setProblem] = useState<string>();

  const download = async () => {
    setState('busy');
    setProblem(undefined);
    try {
      const { isFresh } = await apiClient.auth.reauthentication.ways.query();
      const mayGo = isFresh || (await reauthenticationGate.ask());
      // The response is a file, so the page stays.
      if (mayGo) window.location.assign(EXPORT_PATH);
      setState(mayGo ? 'started' : 'idle');
    } catch (error) {
      setProblem(problemText(error));
      setState('idle');
    }
  };
  return (
    <SettingsCard
      title="Download your data"
      lead="One ZIP file with everything we keep about you: conversations you can read, and all of it as JSON."
    >
      <Problem text={problem} />
      <div className="row wrap-row">
        <Button variant="secondary" busy={state === 'busy'} busyText="Preparing..." onClick={() => void download()}>
          Download as ZIP
        </Button>
        <p className="small muted" role="status">
          {state === 'started'
            ? 'Your download has started. Check your browser’s downloads.'
            : `Up to ${EXPORTS_PER_DAY} times a day.`}
        </p>
      </div>
    </SettingsCard>
  );
}
