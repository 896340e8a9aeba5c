import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from './app-error.ts';
import { toast } from './toast.ts';

/**
 * A menu whose code comes with its first use. Until `Menu` is there, a plain button with `buttonProps` stands in for it:
 * it stays in place while the code loads, and the menu, which opens at once, takes over its place and its focus.
 */
export function useLazyMenu<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Menu, setMenu] = useState<ComponentType<Props> | null>(null);
  // Reported, if it fails again, by the click.
  const preload = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      (loaded) => setMenu(() => loaded),
      (error: unknown) => toast.error({ title: TOASTS.error.title, text: errorText(error) }),
    );
  const buttonProps = {
    'aria-haspopup': 'menu' as const, // reason: the attribute's type is a union, not any string
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open();
    },
  };
  return { Menu, buttonProps };
}
