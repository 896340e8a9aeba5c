import { Link2 } from 'lucide-react';
import { articlePath } from '#contract/site/public-pages.ts';
import { canonicalUrl, useSite } from '#src/domain/site/site.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { NetworkMark } from '#src/ui/brand/network-mark.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { copyLink } from './copy-link.ts';

const NEW_TAB = { target: '_blank', rel: 'noopener' };

/** Copying needs a script, so it's not offered without one; the others are plain links. */
export function ShareLinks({ slug, title }: { slug: string; title: string }) {
  const url = canonicalUrl(useSite(), articlePath(slug));
  const deferred = useDeferredHydration();
  return (
    <div className="share" role="group" aria-label="Share">
      <IconButton boxed label="Copy link" title="Copy link" {...deferred} onClick={() => void copyLink(url)}>
        <Link2 className="icon" aria-hidden="true" />
      </IconButton>
      <a
        className="iconbtn boxed"
        href={`https://x.com/intent/post?${new URLSearchParams({ text: title, url }).toString()}`}
        aria-label="Share on X, in a new tab"
        title="Share on X"
        {...NEW_TAB}
      >
        <NetworkMark network="x" />
      </a>
      <a
        className="iconbtn boxed"
        href={`https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url }).toString()}`}
        aria-label="Share on LinkedIn, in a new tab"
        title="Share on LinkedIn"
        {...NEW_TAB}
      >
        <NetworkMark network="linkedin" />
      </a>
    </div>
  );
}
