import { dayOfYearText } from '#contract/dates.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ASSISTANTS, assistantById, canUseAssistant, TEAM, teamOfTier } from '#contract/chat/assistants.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { sampleRequests } from '#src/domain/assistants/sample-requests.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import type { Usage } from './home-data.ts';

type Figure = { value: number; label: string; meaning: ReactNode };

/** Months are UTC calendar months: the day on which the count of `2026-11` starts over. */
function startsOver(month: string): string {
  const start = new Date(`${month}-01T00:00:00Z`);
  return dayOfYearText(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)), 'UTC');
}

function conversationsMeaning({ conversations, busiest }: Usage): string {
  if (busiest === null) return 'None yet this month';
  const { name } = assistantById(busiest.assistantId);
  if (busiest.conversations < conversations) return `${inWords(busiest.conversations)} of them with ${name}`;
  return conversations === 1 ? `With ${name}` : `All of them with ${name}`;
}

/** This month's three figures. */
export function monthFigures(usage: Usage, { tier }: ProfileAccess): Figure[] {
  const met = TEAM.filter(({ id }) => usage.met.includes(id));
  const next = TEAM.find(({ id }) => !usage.met.includes(id) && canUseAssistant(tier, id));
  const { messages, conversations } = usage;
  return [
    {
      value: messages.used,
      label: `${messages.used === 1 ? 'message' : 'messages'} used of ${formatNumber(messages.limit)}`,
      meaning: `Starts over on ${startsOver(usage.month)}`,
    },
    {
      value: conversations,
      label: `${conversations === 1 ? 'conversation' : 'conversations'} this month`,
      meaning: conversationsMeaning(usage),
    },
    {
      value: met.length,
      label: 'of ten teammates met',
      meaning: next ? (
        <>
          <span>Next up:</span>{' '}
          <Link className="link" to="/dashboard/$slug" params={{ slug: next.slug }}>{`say hello to ${next.name}`}</Link>
        </>
      ) : met.length === TEAM.length ? (
        'You’ve met everyone'
      ) : (
        'Everyone your plan opens'
      ),
    },
  ];
}

/** What someone who hasn't asked anything yet has, instead of three zeros. */
export function newcomerFigures(usage: Usage, { tier, isInTrial }: ProfileAccess): Figure[] {
  const open = teamOfTier(tier).length;
  const requests = ASSISTANTS.filter(({ id }) => canUseAssistant(tier, id)).flatMap(sampleRequests);
  return [
    { value: usage.messages.limit, label: 'messages this month', meaning: 'One answer counts as one' },
    {
      value: open,
      label: open === 1 ? 'teammate ready' : 'teammates ready',
      meaning: isInTrial ? 'All open during your trial' : open === TEAM.length ? 'All open' : 'A plan opens the rest',
    },
    { value: requests.length, label: 'requests to start from', meaning: 'Pick one, change a word, send' },
  ];
}

/** Three figures in one card, each with a line about what it means. */
export function FigureLedger({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="ledger">
      {figures.map(({ value, label, meaning }) => (
        <div className="figure-stat" key={label}>
          <dt>{label}</dt>
          <dd>
            <b className="num">{formatNumber(value)}</b>
          </dd>
          <dd className="xs muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
