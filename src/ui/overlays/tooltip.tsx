import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export type TooltipProps = {
  text: string;
  /** For an element that currently shows its label itself. */
  disabled?: boolean;
  /** The element it belongs to, a link or a button. It must already have an accessible name: the tooltip is only visual. */
  children: ReactElement;
};

/** The name of something that shows only a picture, on hover and on keyboard focus. Escape hides it. */
export function Tooltip({ text, disabled, children }: TooltipProps) {
  return (
    <BaseTooltip.Root disabled={disabled}>
      <BaseTooltip.Trigger render={children} delay={250} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner className="tooltip-positioner" side="right" sideOffset={8} positionMethod="fixed">
          <BaseTooltip.Popup className="tooltip" aria-hidden="true">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
