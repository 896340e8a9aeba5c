import type { ReactNode } from 'react';
import { splitOwnLinks } from './own-links.ts';
import { useSite } from './site.ts';

/** Text from a small chat's model. Our own address and pages become links; the rest stays text. */
export function LinkedWords({ text, children }: { text: string; children?: ReactNode }) {
  // Some models make words bold despite the prompt.
  const parts = splitOwnLinks(text.replaceAll('**', ''), useSite());
  return (
    <p className="said">
      {parts.map((part, index) =>
        part.href === undefined ? (
          <span key={index}>{part.text}</span>
        ) : (
          <a key={index} className="link" href={part.href}>
            {part.text}
          </a>
        ),
      )}
      {children}
    </p>
  );
}
