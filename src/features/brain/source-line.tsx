import { Link } from '@tanstack/react-router';
import { MessageSquare, NotebookText, UserRound, Workflow } from 'lucide-react';
import { formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { messageLink, passageLink, sourceName } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { useNow } from '#src/lib/use-now.ts';
import { SourceIcon } from './sources/source-icon.tsx';

const ICONS = { message: MessageSquare, profile: UserRound, typed: NotebookText, automation: Workflow };

function KindIcon({ source: { kind, name } }: { source: Fact['source'] }) {
  if (kind === 'file' || kind === 'page') return <SourceIcon kind={kind} name={name ?? ''} />;
  const Icon = ICONS[kind];
  return <Icon className="icon" aria-hidden="true" />;
}

/**
 * Who said it and when, or where it's written, with a link to the message or passage if it still exists. `hasAttribute`
 * adds the fact's property at the start.
 */
export function SourceLine({ fact, hasAttribute = false }: { fact: Fact; hasAttribute?: boolean }) {
  const { source, learnedAt, attribute } = fact;
  const now = useNow();
  const [message, passage] = [messageLink(source), passageLink(source)];
  const name = sourceName(source);
  return (
    <p className="src">
      {hasAttribute && attribute !== '' && (
        <span>{`${attribute.charAt(0).toUpperCase()}${attribute.slice(1)} · `}</span>
      )}
      <KindIcon source={source} />
      {message !== null ? (
        <Link {...message}>{name}</Link>
      ) : passage !== null ? (
        <Link {...passage}>{name}</Link>
      ) : (
        <span>{name}</span>
      )}
      <span> · </span>
      <time dateTime={learnedAt}>{formatDayOrTime(new Date(learnedAt), now)}</time>
    </p>
  );
}
