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
