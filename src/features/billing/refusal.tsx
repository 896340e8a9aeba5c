import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/**
 * Explains a failure next to where it happened, with a next step. Renders nothing if the person canceled the re-authentication.
 */
export function Refusal({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error == null || errorCode(error) === 'REAUTHENTICATION_NEEDED') return null;
  return (
    <div className="stack billing-refusal" role="alert">
      <p className="error">
        <CircleAlert className="icon sm" aria-hidden="true" />
        <span>{errorText(error)}</span>
      </p>
      {children}
    </div>
  );
}
