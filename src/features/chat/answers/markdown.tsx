import type { ComponentProps } from 'react';
import { memo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { splitFinished } from './finished-blocks.ts';
import { levelHeadings } from './heading-levels.ts';
import { allowedLink } from './link-policy.ts';

function Anchor({ href, children }: ComponentProps<'a'>) {
  if (!href) return <span>{children}</span>;
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** Never loads: a picture from elsewhere would tell its server who reads this answer. */
function ImageText({ alt }: ComponentProps<'img'>) {
  return alt ? <span>{alt}</span> : null;
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    <div className="scroll-x" role="group" aria-label="Table" tabIndex={0}>
      <table className="table">{children}</table>
    </div>
  );
}

const alignClass = (style: ComponentProps<'td'>['style']) => (style?.textAlign === 'right' ? 'r' : undefined);

function HeadCell({ style, children }: ComponentProps<'th'>) {
  return (
    <th scope="col" className={alignClass(style)}>
      {children}
    </th>
  );
}

function Cell({ style, children }: ComponentProps<'td'>) {
  return <td className={alignClass(style)}>{children}</td>;
}

function TaskMark({ checked }: ComponentProps<'input'>) {
  return (
    <span role="img" aria-label={checked ? 'Done' : 'Open'}>
      {checked ? '☑' : '☐'}
    </span>
  );
}

const components = { a: Anchor, img: ImageText, table: Table, th: HeadCell, td: Cell, input: TaskMark, pre: CodeBlock };
const plugins = [remarkGfm, levelHeadings];
const footnotes = { footnoteLabelTagName: 'h3' };

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown
      skipHtml
      remarkPlugins={plugins}
      remarkRehypeOptions={footnotes}
      urlTransform={allowedLink}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** An answer as Markdown: no HTML, no pictures, no addresses but web and mail. */
export function Markdown({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  if (!isGrowing) return <Block text={text} />;
  const [finished, growing] = splitFinished(text);
  return (
    <>
      {finished !== '' && <Block text={finished} />}
      <Block text={growing} />
    </>
  );
}
