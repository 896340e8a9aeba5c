import { useState, type ComponentProps } from 'react';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';

type MenuOnUseProps = Omit<ComponentProps<typeof Menu>, 'defaultOpen'>;

/** A menu that is only a button until it is opened: thirty steps have sixty of them, which would be drawn again with every letter typed. */
export function MenuOnUse(menu: MenuOnUseProps) {
  const [isUsed, setIsUsed] = useState(false);
  if (isUsed) return <Menu {...menu} defaultOpen />;
  const { trigger, label, triggerClassName = 'iconbtn' } = menu;
  return (
    <div className="menu-place">
      <button
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setIsUsed(true)}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'ArrowDown' || event.altKey) return;
          event.preventDefault();
          setIsUsed(true);
        }}
      >
        {trigger}
      </button>
    </div>
  );
}
