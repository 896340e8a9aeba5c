import { Star } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { classNames } from '#src/ui/class-names.ts';
import { moveByArrow } from '#src/ui/tabs/move-by-arrow.ts';

const STARS = [1, 2, 3, 4, 5] as const;

type RatingProps = { templateId: string; stars: number | null };

/** How well a template worked, in stars, from someone who has used it. */
export function Rating({ templateId, stars }: RatingProps) {
  const utils = trpc.useUtils();
  /** Chosen here; until then, what is saved. */
  const [pressed, setPressed] = useState<number | null>(null);
  const chosen = pressed ?? stars;
  const { mutate } = trpc.powerUps.templates.rate.useMutation({
    onSuccess: () => utils.powerUps.templates.invalidate(),
    onError: (error) => {
      toastError(error);
      setPressed(null);
    },
  });
  return (
    <div className="row rating">
      <p className="small" id="rating">
        {chosen === null ? 'How well did it work for you?' : 'Your rating. Thank you.'}
      </p>
      <div className="row" role="radiogroup" aria-labelledby="rating">
        {STARS.map((count) => (
          <button
            key={count}
            type="button"
            role="radio"
            className={classNames('iconbtn star', chosen !== null && count <= chosen && 'on')}
            aria-checked={chosen === count}
            aria-label={count === 1 ? '1 star' : `${count} stars`}
            tabIndex={chosen === count || (chosen === null && count === 1) ? 0 : -1}
            onKeyDown={moveByArrow}
            onClick={() => {
              setPressed(count);
              mutate({ templateId, stars: count });
            }}
          >
            <Star className="icon" aria-hidden="true" />
          </button>
        ))}
      </div>
    </div>
  );
}
