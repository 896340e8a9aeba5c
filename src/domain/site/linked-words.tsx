import type { ReactNode } from 'react';
import { useSite } from './site.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Text from a small chat's model. Our own address and pages become links; the rest stays text. */
export function LinkedWords({ text, children }: { text: string; children?: ReactNode }) {
  const { supportEmail, publicUrl } = useSite();
  const ours = new RegExp(String.raw`(${escaped(supportEmail)}|${escaped(publicUrl)}(?:[/?#][\w/?#=&%.-]*)?)`);
  // Some models make words bold despite the prompt.
  const parts = text.replaceAll('**', '').split(ours);
  return (
    <p className="said">
      {parts.map((part, index) => {
        if (index % 2 === 0) return part;
        if (part === supportEmail)
          return (
            <a key={index} className="link" href={`mailto:${part}`}>
              {part}
            </a>
          );
        let length = part.length;
        while (length > 0 && '.?'.includes(part.charAt(length - 1))) length -= 1;
        const address = part.slice(0, length);
        return (
          <span key={index}>
            <a className="link" href={address.slice(publicUrl.length) || '/'}>
              {address.replace(/^https?:\/\//, '')}
            </a>
            {part.slice(length)}
          </span>
        );
      })}
      {children}
    </p>
  );
}
