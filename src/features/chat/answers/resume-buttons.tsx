import { ArrowRight, RotateCcw } from 'lucide-react';
import type { ResumeMode } from '#contract/chat/chat.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { focusLog } from '../thread/focus-log.ts';

const LOOKS = {
  continue: { text: 'Continue', Icon: ArrowRight },
  retry: { text: TRY_AGAIN, Icon: RotateCcw },
};

/** `onResume` returns whether it was sent. */
type Props = { modes: ResumeMode[]; isBusy: boolean; onResume: (mode: ResumeMode) => boolean };

/** The buttons under an answer that ended early. */
export function ResumeButtons({ modes, isBusy, onResume }: Props) {
  return (
    <div className="resume">
      {modes.map((mode) => {
        const { text, Icon } = LOOKS[mode];
        return (
          <Button
            key={mode}
            variant="secondary"
            size="sm"
            disabled={isBusy}
            onClick={({ currentTarget }) => {
              if (onResume(mode)) focusLog(currentTarget);
            }}
          >
            <Icon className="icon sm" aria-hidden="true" />
            <span>{text}</span>
          </Button>
        );
      })}
    </div>
  );
}
