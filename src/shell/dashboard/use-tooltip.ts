import { useEffect, useState, type ComponentType, type RefObject } from 'react';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import type { TooltipProps } from '#src/ui/overlays/tooltip.tsx';

const load = async () => (await import('#src/ui/overlays/tooltip.tsx')).Tooltip;

/**
 * The tooltip, whose code loads once the page is used. Loading it remounts what it wraps, so it waits while someone is inside
 * `area` with the keyboard. Without it everything works except the labels.
 */
export function useTooltip(area: RefObject<HTMLElement | null>): ComponentType<TooltipProps> | null {
  const [Tooltip, setTooltip] = useState<ComponentType<TooltipProps> | null>(null);

  useEffect(() => {
    let isHere = true;
    const isInside = (node: unknown) => node instanceof Node && area.current?.contains(node) === true;
    const show = (loaded: ComponentType<TooltipProps>, focused: unknown) => {
      if (!isHere) return;
      if (!isInside(focused)) return setTooltip(() => loaded);
      area.current?.addEventListener('focusout', (event) => show(loaded, event.relatedTarget), { once: true });
    };
    const callOff = whenUsed(
      () =>
        void load().then(
          (loaded) => show(loaded, document.activeElement),
          () => undefined,
        ),
    );
    return () => {
      isHere = false;
      callOff();
    };
  }, [area]);

  return Tooltip;
}
