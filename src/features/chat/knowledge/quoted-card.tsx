import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { messageLink, passageLink } from '#src/domain/brain/fact-source.ts';
import { useNow } from '#src/lib/use-now.ts';
import type { Passage, QuotedMessage } from './knowledge-context.ts';
import { openText, passagePlace } from './passage-words.ts';
import { QuotedText } from './quoted-text.tsx';
import { StateFact } from './state-fact.tsx';

export type Quoted = { kind: 'passage'; passage: Passage } | { kind: 'message'; message: QuotedMessage };

/** Where in a document or page a passage stands, or who said a message, and when. */
export function QuotedPlace({ quoted }: { quoted: Quoted }) {
  const now = useNow();
  if (quoted.kind === 'passage') return <p className="muted xs">{passagePlace(quoted.passage, now)}</p>;
  const { role, assistantId, createdAt } = quoted.message;
  const { name } = assistantById(assistantId);
  return (
    <p className="muted xs">{`${role === 'user' ? `You, to ${name}` : name} · ${formatDayOrTime(new Date(createdAt), now)}`}</p>
  );
}

/** The way to a passage in its source, or to a message in its conversation. */
export function QuotedLink({ quoted, onOpen }: { quoted: Quoted; onOpen: () => void }) {
  if (quoted.kind === 'passage') {
    const { id, sourceId } = quoted.passage;
    const link = passageLink({ sourceId, passageId: id });
    return (
      link && (
        <Link className="link small" {...link} onClick={onOpen}>
          {openText(quoted.passage.kind === 'file', quoted.passage.place)}
        </Link>
      )
    );
  }
  const { id, assistantId, conversationId } = quoted.message;
  const link = messageLink({ assistantId, conversationId, messageId: id });
  return (
    link && (
      <Link className="link small" {...link} onClick={onOpen}>
        Open conversation
      </Link>
    )
  );
}

type QuotedCardProps = { quoted: Quoted; button: HTMLElement | null; onClose: () => void };

/** A passage or message that an answer cites, in its own words, and what can be done about it. Its source is the popover's title. */
export function QuotedCard({ quoted, button, onClose }: QuotedCardProps) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const id = quoted.kind === 'passage' ? quoted.passage.id : quoted.message.id;
  const hint =
    quoted.kind === 'passage'
      ? 'Your own words count more than a document or page. If all of it is out of date, open it and remove it there.'
      : 'Your own words on the Brain page count more than what was said in a chat.';
  return (
    <>
      <QuotedPlace quoted={quoted} />
      <QuotedText kind={quoted.kind} id={id} button={button} />
      {isCorrecting && <StateFact hint={hint} onDone={onClose} onCancel={() => setIsCorrecting(false)} />}
      <div className="row acts">
        <QuotedLink quoted={quoted} onOpen={onClose} />
        {!isCorrecting && (
          <button type="button" className="link small calm" onClick={() => setIsCorrecting(true)}>
            This is wrong
          </button>
        )}
      </div>
    </>
  );
}
