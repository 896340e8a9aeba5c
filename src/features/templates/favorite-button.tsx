import { Heart } from 'lucide-react';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useFavorite } from './use-favorite.ts';

type FavoriteButtonProps = { template: Pick<TemplateSummary, 'id' | 'title' | 'isFavorite'>; boxed?: boolean };

/** The heart of a template. */
export function FavoriteButton({ template: { id, title, isFavorite }, boxed }: FavoriteButtonProps) {
  const setFavorite = useFavorite();
  return (
    <IconButton
      boxed={boxed}
      className="favorite"
      label={`Favorite: ${title}`}
      aria-pressed={isFavorite}
      onClick={() => setFavorite(id, !isFavorite)}
    >
      <Heart className="icon" aria-hidden="true" />
    </IconButton>
  );
}
