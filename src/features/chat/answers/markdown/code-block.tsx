import { isValidElement, type ComponentProps, type ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

function languageOf(node: ReactNode): string {
  const className = isValidElement<{ className?: string }>(node) ? (node.props.className ?? '') : '';
  return /language-(\S+)/.exec(className)?.[1] ?? '';
}

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  const language = languageOf(children);
  return (
    <div className="code">
      <div className="code-head">
        <span>{language || 'Text'}</span>
        <CopyButton label="Copy code" text={() => textOf(children).replace(/\n$/, '')} />
      </div>
      <pre translate="no" tabIndex={0} aria-label={language ? `Code, ${language}` : 'Code'} role="group">
        {children}
      </pre>
    </div>
  );
}
