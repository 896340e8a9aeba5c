import { EyeOff } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import type { Privacy } from './use-privacy.ts';

/** Makes the open conversation private, and says whether it is. On a phone it's an icon. */
export function PrivateButton({ isPrivate = false, onChange }: Privacy) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className={isPrivate ? 'make-private on' : 'make-private'}
      aria-label={isPrivate ? 'Private, turn off' : 'Make private'}
      disabled={!onChange}
      onClick={() => onChange?.(!isPrivate)}
    >
      <EyeOff className="icon sm" aria-hidden="true" />
      <span>{isPrivate ? 'Private' : 'Make private'}</span>
    </Button>
  );
}

/** What a private conversation means, above its messages. */
export function PrivateNote({ name, onChange }: { name: string } & Pick<Privacy, 'onChange'>) {
  return (
    <p className="private-note">
      <EyeOff className="icon sm" aria-hidden="true" />
      <span>
        <b className="strong">This chat is private.</b> {name} still uses what the Brain knows, but nothing you say here
        is learned or shared with the team.{' '}
        <button type="button" className="link" disabled={!onChange} onClick={() => onChange?.(false)}>
          Turn off
        </button>
      </span>
    </p>
  );
}
