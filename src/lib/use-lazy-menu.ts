import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { loadOrTell } from './load-or-tell.ts';

/**
 * A menu whose code comes with its first use. Until `Menu` is there, a plain button with `buttonProps` stands in for it:
 * it stays in place while the code loads, and the menu, which opens at once, takes over its place and its focus. When the
 * code does not come, the button stays and the next press tries again.
 */
export function useLazyMenu<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Menu, setMenu] = useState<ComponentType<Props> | null>(null);
  // Reported, if it fails again, by the click.
  const preload = () => void load().catch(() => undefined);
  const open = async () => {
    const loaded = await loadOrTell(load);
    if (loaded) setMenu(() => loaded);
  };
  const buttonProps = {
    'aria-haspopup': 'menu' as const, // reason: the attribute's type is a union, not any string
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void open(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      void open();
    },
  };
  return { Menu, buttonProps };
}
