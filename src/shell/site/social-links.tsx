import { useSite } from '#src/domain/site/site.ts';
import { socialName } from './social-name.ts';

/** Our social accounts, as the operator has configured them. */
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
      {areSamples && <li>(sample links)</li>}
    </ul>
  );
}
