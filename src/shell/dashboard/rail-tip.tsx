import { createContext, use, type ComponentType, type ReactElement } from 'react';
import type { TooltipProps } from '#src/ui/tooltip.tsx';

type RailTips = { Tooltip: ComponentType<TooltipProps> | null; isRail: boolean };

/** How the sidebar shows words that do not fit: not at all (the sheet), or by tooltips while it is a rail. */
export const RailTipsContext = createContext<RailTips>({ Tooltip: null, isRail: false });

/** Around a link or button of the sidebar: its words as a tooltip while the sidebar is a rail. */
export function RailTip({ text, children }: { text: string; children: ReactElement }) {
  const { Tooltip, isRail } = use(RailTipsContext);
  if (!Tooltip) return children;
  return (
    <Tooltip text={text} disabled={!isRail}>
      {children}
    </Tooltip>
  );
}
