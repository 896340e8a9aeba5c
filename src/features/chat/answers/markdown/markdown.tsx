import type { ComponentProps } from 'react';
import { memo } from 'react';
import ReactMarkdown, { type ExtraProps } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkGfm from 'remark-gfm';
import { hiddenTarget } from '#contract/chat/link-target.ts';
import { Citation } from '../../knowledge/citation.tsx';
import { citations } from '../../knowledge/citations-in-markdown.ts';
import { useOwnSite } from '../own-site.ts';
import { CodeBlock } from './code-block.tsx';
import { splitFinished } from './finished-blocks.ts';
import { autoDirection, translatable } from './html-plugins.ts';
import { levelHeadings } from './heading-levels.ts';
import { allowedLink } from './link-policy.ts';
import { literalText } from './literal-text.ts';

type Written = { type: string; value?: string; children?: readonly Written[]; properties?: { alt?: unknown } };
/** The text of a part of an answer, including the alt text of images. */
const wordsOf = ({ value = '', children = [], properties }: Written): string =>
  `${value}${typeof properties?.alt === 'string' ? properties.alt : ''}${children.map(wordsOf).join('')}`;

/**
 * A link shows its target unless its words name it: the words may come from a page or document that anyone could have
 * written.
 */
function Anchor({ href, children, node }: ComponentProps<'a'> & ExtraProps) {
  const ownSite = useOwnSite();
  if (!href) return <span>{children}</span>;
  const target = hiddenTarget(href, node ? wordsOf(node) : '', ownSite);
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {target !== null && <small className="muted" dir="ltr">{` (${target})`}</small>}
    </a>
  );
}

/** Images never load: the host of an external image would learn who reads this answer. */
function ImageText({ alt }: ComponentProps<'img'>) {
  return alt ? <span>{alt}</span> : null;
}

function Table({ dir, children }: ComponentProps<'table'>) {
  return (
    <div className="scroll-x" role="group" aria-label="Table" tabIndex={0}>
      <table className="table" dir={dir}>
        {children}
      </table>
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
    <span role="img" aria-label={checked ? 'Done' : 'Not done'}>
      {checked ? '☑' : '☐'}
    </span>
  );
}

/** A citation: the only `cite` there is, since HTML is shown as text. */
function Cite(props: ComponentProps<'cite'> & { 'data-mark'?: string }) {
  return <Citation mark={props['data-mark'] ?? ''} />;
}

const components = {
  a: Anchor,
  cite: Cite,
  img: ImageText,
  table: Table,
  th: HeadCell,
  td: Cell,
  input: TaskMark,
  pre: CodeBlock,
};
// `remarkCjkFriendly`: plain Markdown needs a space between `**` and a Chinese, Japanese or Korean character.
const plugins = [remarkGfm, remarkCjkFriendly, literalText, levelHeadings, citations];
const htmlPlugins = [autoDirection, translatable];
const footnotes = { footnoteLabelTagName: 'h3' };

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      remarkRehypeOptions={footnotes}
      rehypePlugins={htmlPlugins}
      urlTransform={allowedLink}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** An answer as Markdown: HTML is shown as text, images are not loaded, and only web and mail links lead anywhere. */
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
