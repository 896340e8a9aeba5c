import { Link } from '@tanstack/react-router';
import { FileText, Globe, MessageSquare, NotebookText, UserRound, Workflow } from 'lucide-react';
import { formatDay } from '#src/domain/brain/fact-dates.ts';
import { messageLink, passageLink, searchForFact, sourceName } from '#src/domain/brain/fact-source.ts';
import type { FillSource } from '#src/domain/templates/template.ts';
import { useNow } from '#src/lib/use-now.ts';

const ICONS = {
  message: MessageSquare,
  profile: UserRound,
  typed: NotebookText,
  file: FileText,
  page: Globe,
  automation: Workflow,
};

/** What tells two sources apart. */
export const sourceKey = (source: FillSource): string => (source.kind === 'fact' ? source.fact.id : source.field);

/** Typed facts of one kind and day read alike, so they are named once. */
export function groupsOf(sources: readonly FillSource[], now: Date): FillSource[][] {
  const alike = (source: FillSource) =>
    source.kind === 'fact' && source.fact.source.kind === 'typed'
      ? `${source.fact.kind} ${formatDay(new Date(source.fact.learnedAt), now)}`
      : sourceKey(source);
  const groups = new Map<string, FillSource[]>();
  for (const source of sources) groups.set(alike(source), [...(groups.get(alike(source)) ?? []), source]);
  return [...groups.values()];
}

type OneSourceProps = { source: FillSource; /** How many facts it stands for. */ count: number; now: Date };

function OneSource({ source, count, now }: OneSourceProps) {
  if (source.kind === 'profile')
    return (
      <>
        <span>From </span>
        <Link to="/dashboard/settings">your profile</Link>
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
        <Link to="/dashboard/brain" search={count > 1 ? { kind: fact.kind } : searchForFact(fact)}>
          {name}
        </Link>
      )}{' '}
      <span>{`· ${formatDay(new Date(fact.learnedAt), now)}${count > 1 ? `, ${count} facts` : ''}`}</span>
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
      {groupsOf(sources, now).map(
        ([source, ...others], index) =>
          source && (
            <span key={sourceKey(source)}>
              {index > 0 && <span>{' · '}</span>}
              <OneSource source={source} count={1 + others.length} now={now} />
            </span>
          ),
      )}
    </p>
  );
}
