import { Link } from '@tanstack/react-router';
import { FileText, Globe, MessageSquare, NotebookText, UserRound } from 'lucide-react';
import { formatDay } from '#src/domain/brain/fact-dates.ts';
import { messageLink, passageLink, searchForFact, sourceName } from '#src/domain/brain/fact-source.ts';
import type { FillSource } from '#src/domain/templates/template.ts';
import { useNow } from '#src/lib/use-now.ts';

const ICONS = { message: MessageSquare, profile: UserRound, typed: NotebookText, file: FileText, page: Globe };

/** What tells two sources apart. */
export const sourceKey = (source: FillSource): string => (source.kind === 'fact' ? source.fact.id : source.field);

function OneSource({ source, now }: { source: FillSource; now: Date }) {
  if (source.kind === 'profile')
    return (
      <>
        From <Link to="/dashboard/settings">your profile</Link>
      </>
    );
  const { fact } = source;
  const [message, passage] = [messageLink(fact.source), passageLink(fact.source)];
  const name = sourceName(fact.source);
  return (
    <>
      {message !== null ? (
        <Link {...message}>{name}</Link>
      ) : passage !== null ? (
        <Link {...passage}>{name}</Link>
      ) : (
        <Link to="/dashboard/brain" search={searchForFact(fact)}>
          {name}
        </Link>
      )}{' '}
      · {formatDay(new Date(fact.learnedAt), now)}
    </>
  );
}

/** Where a value comes from, with a link to each place and the day it was learned. */
export function ValueSource({ sources }: { sources: readonly FillSource[] }) {
  const now = useNow();
  const [first] = sources;
  if (!first) return null;
  const Icon = ICONS[first.kind === 'profile' ? 'profile' : first.fact.source.kind];
  return (
    <p className="src">
      <Icon className="icon" aria-hidden="true" />
      {sources.map((source, index) => (
        <span key={sourceKey(source)}>
          {index > 0 && ' · '}
          <OneSource source={source} now={now} />
        </span>
      ))}
    </p>
  );
}
