import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/** Why something did not work, beside it, with a way on. Nothing where the person called it off by not proving who they are. */
export function Refusal({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error == null || errorCode(error) === 'PROOF_NEEDED') return null;
  return (
    <div className="stack billing-refusal" role="alert">
      <p className="error">
        <CircleAlert className="icon sm" aria-hidden="true" />
        {errorText(error)}
      </p>
      {children}
    </div>
  );
}
