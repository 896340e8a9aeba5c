import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const TONE_CLASS = {
  neutral: '',
  accent: 'accent',
  solid: 'solid',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  assistant: 'as',
} as const;

type BadgeProps = ComponentProps<'span'> & {
  /** `assistant` takes the hue of the nearest `data-assistant`. */
  tone?: keyof typeof TONE_CLASS;
};

/** One or two words about a state. The text carries the meaning, the color only helps. */
export function Badge({ tone = 'neutral', className, ...rest }: BadgeProps) {
  return <span className={classNames('badge', TONE_CLASS[tone], className)} {...rest} />;
}
