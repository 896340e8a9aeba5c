import { EyeOff } from 'lucide-react';
import type { Privacy } from './use-privacy.ts';

/** What a private conversation means, above its messages. */
export function PrivateNote({ name, onChange }: { name: string } & Pick<Privacy, 'onChange'>) {
  return (
    <p className="private-note">
      <EyeOff className="icon sm" aria-hidden="true" />
      <span>
        <b className="strong">This chat is private.</b>{' '}
        <span>{`${name} still uses what the Brain knows, but nothing you say here is learned or shared with the team.`}</span>{' '}
        <button type="button" className="link" disabled={!onChange} onClick={() => onChange?.(false)}>
          Turn off
        </button>
      </span>
    </p>
  );
}
