import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { Badge } from '#src/ui/badge.tsx';

/** BLOG-3. */
const MOST = 3;

export function CardTags({ tags }: { tags: string[] }) {
  const more = tags.length - MOST;
  return (
    <p className="card-tags">
      {tags.slice(0, MOST).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more > 0 && <span className="xs muted">{BLOG_TEXTS.more(more)}</span>}
    </p>
  );
}
