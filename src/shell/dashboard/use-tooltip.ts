import { useEffect, useState, type ComponentType, type RefObject } from 'react';
import { whenIdle } from '#src/lib/when-idle.ts';
import type { TooltipProps } from '#src/ui/tooltip.tsx';

const load = async () => (await import('#src/ui/tooltip.tsx')).Tooltip;

/**
 * The tooltip, whose code comes when the page is at rest. What it is put around is made anew by that, so it waits while
 * someone is inside `area` with the keyboard. Without it everything works; only the words do not show.
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
    const callOff = whenIdle(
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
