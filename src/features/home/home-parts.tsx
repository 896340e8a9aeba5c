import type { ReactNode } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { weekdayDayText } from '#contract/dates.ts';
import { useNow } from '#src/lib/use-now.ts';
import { newsOf } from './automation-task.ts';
import { FirstHourCard } from './first-hour-card.tsx';
import type { HomeProfile, Insight, NeedsYou, Recent, Source, Usage } from './home-data.ts';
import { useHomeMemory } from './home-memory.ts';
import { firstHourOf, greetingOf, listedConversations, nextTask, websiteOf } from './home-state.ts';
import { InsightCards } from './insight-cards.tsx';
import { FigureLedger, monthFigures, newcomerFigures } from './month-figures.tsx';
import { NextTaskCard } from './next-task-card.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentConversations } from './recent-conversations.tsx';
import { TeamKnows } from './team-knows.tsx';
import { TrialBanner } from './trial-banner.tsx';

type Props = {
  profile: HomeProfile;
  usage: Usage;
  recent: readonly Recent[];
  automations: NeedsYou;
  insights: readonly Insight[];
  /** The documents and pages of someone who is new; empty for others. */
  sources: readonly Source[];
  isPaymentDue: boolean;
  notices: ReactNode;
};

/** Home with its data: the newcomer's until there is a conversation, the usual one from then on. */
export function HomeParts({ profile, usage, recent, automations, insights, sources, isPaymentDue, notices }: Props) {
  const now = useNow();
  const userId = useAuth().user.id;
  const memory = useHomeMemory(userId, now);
  const { access, businessGoals: goals } = profile;
  const { tier } = access;
  const isNewcomer = recent.length === 0;
  const website = websiteOf(sources);
  const firstHour = memory.isListHidden
    ? null
    : firstHourOf(recent, usage.met, { website, isSkipped: memory.isWebsiteSkipped });
  const { isPutOff } = memory;
  const needs = { ...automations, runs: newsOf(automations.runs, now) };
  const next =
    firstHour || isPaymentDue ? null : nextTask({ recent, automations: needs, goals, met: usage.met, tier, isPutOff });
  const list = firstHour && (
    <FirstHourCard
      profile={profile}
      firstHour={firstHour}
      website={website}
      onSkipWebsite={memory.skipWebsite}
      onHide={memory.hideList}
    />
  );
  return (
    <div className="main home">
      <div className="page-head">
        {isNewcomer ? (
          <div>
            <h1 className="h1">{firstHour ? 'Your first hour with the team.' : 'Welcome. The team is ready.'}</h1>
            <p>
              {firstHour
                ? 'Four short jobs, and you’ll have an answer you can use.'
                : 'Ask anyone. Brain AI is a good place to start.'}
            </p>
          </div>
        ) : (
          <div>
            <h1 className="h1">{greetingOf(recent.filter(({ hasNewAnswer }) => hasNewAnswer).length)}</h1>
            <p>{weekdayDayText(now)}</p>
          </div>
        )}
      </div>
      <TrialBanner access={access} />
      {notices}
      {!isNewcomer && list}
      {next && <NextTaskCard key={next.key} task={next} onLater={() => memory.putOffUntilTomorrow(next.key)} />}
      {isNewcomer ? (
        <div className="split">
          {list ?? <TeamKnows profile={profile} />}
          <div className="stack knows">
            {list && <TeamKnows profile={profile} />}
            <QuickActions tier={tier} />
          </div>
        </div>
      ) : (
        <div className="split">
          <RecentConversations conversations={listedConversations(recent, next)} now={now} />
          <QuickActions tier={tier} />
        </div>
      )}
      <InsightCards insights={insights} tier={tier} />
      <div className="split">
        <section className="stack" aria-labelledby="month">
          <h2 className="h3" id="month">
            {isNewcomer ? 'What you have' : 'This month'}
          </h2>
          <FigureLedger figures={isNewcomer ? newcomerFigures(usage, access) : monthFigures(usage, access)} />
        </section>
        <PlanSummary access={access} />
      </div>
    </div>
  );
}
