import { createContext, use, type ComponentType, type ReactElement } from 'react';
import type { TooltipProps } from '#src/ui/overlays/tooltip.tsx';

type RailTips = { Tooltip: ComponentType<TooltipProps> | null; isRail: boolean };

/** How the sidebar shows labels that don't fit: not at all (in the sheet), or as tooltips while it's a rail. */
export const RailTipsContext = createContext<RailTips>({ Tooltip: null, isRail: false });

/** Wraps a link or button of the sidebar: shows its label as a tooltip while the sidebar is a rail. */
export function RailTip({ text, children }: { text: string; children: ReactElement }) {
  const { Tooltip, isRail } = use(RailTipsContext);
  if (!Tooltip) return children;
  return (
    <Tooltip text={text} disabled={!isRail}>
      {children}
    </Tooltip>
  );
}
