import { Card } from '#src/ui/card.tsx';
import { useEditorContext } from '../editor-context.ts';
import { usesInWords } from '../state/rail-words.ts';
import { runUses } from '../state/run-uses.ts';

/** What one run uses of the plan and of the owner's time. */
export function UsesCard() {
  const { page, definition } = useEditorContext();
  return (
    <Card as="section" className="stack side-card" aria-labelledby="automation-uses">
      <h2 className="h4" id="automation-uses">
        What a run uses
      </h2>
      <dl className="kv num">
        {usesInWords(runUses(definition.steps, page.ownerEmail), page.messages.limit).map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
