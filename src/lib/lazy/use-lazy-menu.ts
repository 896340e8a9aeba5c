import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { pressedKey } from '../pressed-key.ts';
import { loadOrReport } from './load-or-report.ts';

/**
 * A menu whose code loads on first use. Until `Menu` is there, a plain button with `buttonProps` stands in: it stays in place
 * while the code loads, and the menu, already open, takes over its place and its focus. If the code fails to load, the button
 * stays and the next press tries again.
 */
export function useLazyMenu<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Menu, setMenu] = useState<ComponentType<Props> | null>(null);
  // If it fails again, the click reports it.
  const preload = () => void load().catch(() => undefined);
  const open = async () => {
    const loaded = await loadOrReport(load);
    if (loaded) setMenu(() => loaded);
  };
  const buttonProps = {
    'aria-haspopup': 'menu' as const, // reason: the attribute's type is a union, not any string
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void open(),
    onKeyDown: (event: KeyboardEvent) => {
      if (!['ArrowDown', 'ArrowUp'].includes(pressedKey(event))) return;
      event.preventDefault();
      void open();
    },
  };
  return { Menu, buttonProps };
}
