import type { Blank } from '#contract/templates/blanks.ts';
import type { RenderedTemplate, Segment } from '#contract/templates/render-template.ts';
import { Card } from '#src/ui/card.tsx';
import { blocksOf } from './blocks.ts';

type LetterProps = {
  rendered: RenderedTemplate;
  blanks: readonly Blank[];
  /** Jumps to the field of a blank. Without it, what is missing is only marked. */
  onMissing?: (name: string) => void;
};

/** A filled-in text as it will read, with its values underlined and what is missing marked. */
export function Letter({ rendered, blanks, onMissing }: LetterProps) {
  const { subject, body } = rendered.segments;
  const lists = new Set(blanks.filter(({ kind }) => kind === 'list').map(({ name }) => name));
  const labels = new Map(blanks.map(({ name, label }) => [name, label]));
  const piece = (segment: Segment, index: number) => {
    const { kind, text } = segment;
    if (kind === 'text') return <span key={index}>{text}</span>;
    if (kind === 'value')
      return (
        <span className="f" key={index}>
          {text}
        </span>
      );
    const { name } = segment;
    const words = `Needed: ${labels.get(name) ?? name}`;
    return onMissing ? (
      <button type="button" className="hole" key={index} onClick={() => onMissing(name)}>
        <span>{words}</span>
      </button>
    ) : (
      <span className="hole" key={index}>
        <span>{words}</span>
      </span>
    );
  };
  return (
    <Card className="paper">
      {rendered.subject !== null && (
        <p className="subj">
          <span className="muted">Subject</span>
          <b className="strong" dir="auto">
            {subject.map(piece)}
          </b>
        </p>
      )}
      <div className="letter">
        {blocksOf(body, (name) => lists.has(name)).map((block, index) =>
          block.kind === 'list' ? (
            <ul key={index} dir="auto">
              {block.items.map((item, at) => (
                <li key={at}>
                  <span className="f">{item}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p key={index} dir="auto">
              {block.lines.map((line, at) => (
                <span key={at}>
                  {at > 0 && <br />}
                  {line.map(piece)}
                </span>
              ))}
            </p>
          ),
        )}
      </div>
    </Card>
  );
}
