import { CircleAlert } from 'lucide-react';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/** The sentence for a failure. None if the person canceled the re-authentication. */
export function problemText(error: unknown): string | undefined {
  return error == null || errorCode(error) === 'REAUTHENTICATION_NEEDED' ? undefined : errorText(error);
}

/** Explains a failure next to where it happened. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="error" role="alert">
      <CircleAlert className="icon sm" aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
