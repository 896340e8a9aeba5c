import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';

const load = () => import('./conversation-menu.tsx');
const ConversationMenu = lazy(async () => ({ default: (await load()).ConversationMenu }));
// Reported, if it fails again, by the click.
const preload = () => void load().catch(() => undefined);

/** The menu button of a conversation. Menus weigh as much as the whole screen, so their code comes when one is near. */
export function LazyConversationMenu({ label, onDelete }: { label: string; onDelete: () => void }) {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={isWanted}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    >
      <Ellipsis className="icon" aria-hidden="true" />
    </IconButton>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ConversationMenu label={label} onDelete={onDelete} />
    </Suspense>
  );
}
