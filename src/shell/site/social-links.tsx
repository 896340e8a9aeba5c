import { useSite } from '#src/domain/site/site.ts';
import { Badge } from '#src/ui/badge.tsx';
import { socialName } from './social-name.ts';

/** Our accounts at social networks, as whoever runs the product has named them. */
export function SocialLinks() {
  const { urls, areSamples } = useSite().socialLinks;
  if (urls.length === 0) return null;
  return (
    <ul className="social" aria-label="Social networks">
      {urls.map((url) => (
        <li key={url}>
          <a href={url} rel="me noopener">
            {socialName(url)}
          </a>
        </li>
      ))}
      {areSamples && (
        <li>
          <Badge>Sample</Badge>
        </li>
      )}
    </ul>
  );
}
