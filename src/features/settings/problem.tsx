import { CircleAlert } from 'lucide-react';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/** The sentence of a failure. None where the person called the change off by not proving who they are. */
export function problemText(error: unknown): string | undefined {
  return error == null || errorCode(error) === 'PROOF_NEEDED' ? undefined : errorText(error);
}

/** Why something did not work, beside it. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="error" role="alert">
      <CircleAlert className="icon sm" aria-hidden="true" />
      {text}
    </p>
  );
}
