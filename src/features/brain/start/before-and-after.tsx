import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';

type Example = { id: AssistantId; asked: string; before: string; after: string };

const EXAMPLES: readonly Example[] = [
  {
    id: 'seomi',
    asked: 'Asked for a product page',
    before: '“Large bowl, $XX. Add your price and size.”',
    after: '“Large bowl, 28 cm, $42. Dishwasher safe, ships Tuesdays and Fridays.”',
  },
  {
    id: 'emmie',
    asked: 'Asked for a holiday offer',
    before: '“Enjoy 20% off everything in store.”',
    after: '“Ten percent off single pieces. Sets stay as they are, since you never discount those.”',
  },
  {
    id: 'cassie',
    asked: 'Asked about a return',
    before: '“Please check your return policy.”',
    after: '“You have 30 days. A glaze that differs from the photo isn’t a flaw, and here’s why.”',
  },
];

/** What facts are good for: the same request without them and with them. */
export function BeforeAndAfter() {
  return (
    <section className="stack" aria-labelledby="after">
      <div>
        <h2 className="h3" id="after">
          What changes once they know
        </h2>
        <p className="small muted">Sample answers for an invented pottery shop.</p>
      </div>
      <ul className="card rows after">
        <li className="cols" aria-hidden="true">
          <span className="hint">Before</span>
          <span className="hint">After</span>
        </li>
        {EXAMPLES.map(({ id, asked, before, after }) => (
          <li key={id} data-assistant={id}>
            <AssistantAvatar id={id} size={44} />
            <div>
              <h3 className="strong" translate="no">
                {assistantById(id).name}
              </h3>
              <p className="small muted">{asked}</p>
            </div>
            <p className="before">
              <span className="label-before">Before: </span>
              <span>{before}</span>
            </p>
            <p className="says">
              <span className="sr">After: </span>
              <span>{after}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
