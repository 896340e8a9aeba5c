import { useId } from 'react';
import type { UploadScope } from '#contract/brain/sources.ts';

type FileScopeProps = {
  /** Who is asked. */
  teammate: string;
  /** How many files it is about. */
  count: number;
  scope: UploadScope;
  onScope: (scope: UploadScope) => void;
};

/** Asks who gets the files of the message. The message can be sent without an answer. */
export function FileScope({ teammate, count, scope, onScope }: FileScopeProps) {
  const name = useId();
  const [it, itIs, itGoes] = count === 1 ? ['it', 'It’s', 'It goes'] : ['them', 'They’re', 'They go'];
  const choices = [
    { id: 'chat', label: 'This chat', hint: `Only ${teammate} uses ${it}. ${itIs} deleted with this chat.` },
    { id: 'team', label: 'Whole team', hint: `${itGoes} into the Brain, and all ten can use ${it}.` },
  ] as const;
  return (
    <fieldset className="file-scope">
      <legend className="small strong">For this chat, or for the whole team?</legend>
      {choices.map(({ id, label, hint }) => (
        <label key={id} className="small">
          <input type="radio" name={name} checked={scope === id} onChange={() => onScope(id)} />
          <b className="strong">{label}</b>
          <span className="xs muted">{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
