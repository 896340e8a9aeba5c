import { useEffect, useState } from 'react';
import type { CrashReport } from '#contract/site/crash.ts';
import { loadApi } from '#src/api/lazy/lazy-api.ts';

/** Where our built scripts are. */
const PLACE = /\/assets\/[\w.-]{1,100}:\d{1,7}:\d{1,7}/;

/** An error's message may quote what someone wrote, so only its kind and place are reported. */
export function crashReport(error: unknown, path: string): CrashReport {
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  return {
    path: path.slice(0, 200),
    name: name.replaceAll(/\W/g, '').slice(0, 100) || 'Error',
    place: PLACE.exec(stack)?.[0] ?? '',
  };
}

/** Reports the crash, and shows the reference under which it is in the server's log. Nothing if the report didn't get through. */
export function CrashReference({ error }: { error: unknown }) {
  const [reference, setReference] = useState<string>();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    const report = async () => {
      const api = await loadApi();
      setReference((await api.crashes.report.mutate(crashReport(error, window.location.pathname))).reference);
    };
    report().catch(() => undefined);
  }, [error]);
  if (reference === undefined) return null;
  return (
    <p>
      Reference <code translate="no">{reference}</code>{' '}
      <button
        type="button"
        className="link plainbtn"
        onClick={() => void navigator.clipboard.writeText(reference).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </p>
  );
}
