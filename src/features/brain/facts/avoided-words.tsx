import { Link } from '@tanstack/react-router';
import { MessageSquareOff } from 'lucide-react';
import { trpc } from '#src/api/trpc.ts';

const ID = 'avoided-words';

/** The words to avoid, as they are set for everyone. There is one list of them; it is changed where answers are set. */
export function AvoidedWords() {
  const { data = [] } = trpc.brain.preferences.list.useQuery();
  const words = data.filter(({ assistantId, setting }) => assistantId === null && setting === 'avoided_word');
  if (words.length === 0) return null;
  return (
    <section aria-labelledby={ID}>
      <h3 className="h4 kind" id={ID} tabIndex={-1}>
        Words to avoid <span className="muted num">{words.length}</span>
      </h3>
      <ul className="card rows" aria-labelledby={ID}>
        <li className="fact profile">
          <MessageSquareOff className="icon" aria-hidden="true" />
          <p className="statement">{words.map(({ value }) => `“${value}”`).join(', ')}</p>
        </li>
        <li className="more">
          <Link className="text-button" to="/dashboard/brain" search={{ tab: 'answers' }}>
            Change how answers should be
          </Link>
        </li>
      </ul>
    </section>
  );
}
