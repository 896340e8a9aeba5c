import { Link } from '@tanstack/react-router';
import { MessageSquare, Pencil } from 'lucide-react';
import { useState } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { PREFERENCE_SETTINGS, type PreferenceSetting } from '#contract/brain/preferences.ts';
import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { trpc } from '#src/api/trpc.ts';
import { formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { messageLink } from '#src/domain/brain/fact-source.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { SampleAnswer } from './sample-answer.tsx';
import { SETTING_NAMES, SettingControl } from './setting-control.tsx';
import { TeammateSection } from './teammate-section.tsx';
import { usePreferences, valuesOf, type Preference, type PreferenceActions } from './use-preferences.ts';
import './answers.css';

const HINTS: Record<PreferenceSetting, string> = {
  length: 'How much you want to read.',
  emojis: 'In answers and in what they write for you.',
  sign_off: 'Under emails and letters. Posts have none.',
  avoided_word: 'They write around them.',
  sentence: 'In your own words.',
};
const NOT_SET: Partial<Record<PreferenceSetting, string>> = {
  length: 'Not set yet: each teammate decides.',
  emojis: 'Not set yet: each teammate decides.',
};

/** Who said it and when, with a link to the message while there is one. */
function PreferenceSource({ preference: { source, setAt } }: { preference: Preference }) {
  const now = useNow();
  const message = messageLink(source);
  const Icon = source.kind === 'message' ? MessageSquare : Pencil;
  const name =
    source.kind === 'typed'
      ? 'Set by you here'
      : source.assistantId === null
        ? 'You, in a chat'
        : `You, to ${assistantById(source.assistantId).name}`;
  return (
    <p className="src">
      <Icon className="icon" aria-hidden="true" />
      {message === null ? <span>{name}</span> : <Link {...message}>{name}</Link>}
      <span> · </span>
      <time dateTime={setAt}>{formatDayOrTime(new Date(setAt), now)}</time>
    </p>
  );
}

type EveryoneProps = { preferences: readonly Preference[]; actions: PreferenceActions };

function EveryoneSection({ preferences, actions }: EveryoneProps) {
  return (
    <section className="stack" aria-labelledby="answers-everyone">
      <div className="sec-head">
        <h2 className="h3" id="answers-everyone">
          For everyone
        </h2>
        <p className="muted">
          All ten follow these, in chats, drafts, and automations. Say it in a chat and it lands here too.
        </p>
      </div>
      <ul className="card rows">
        {PREFERENCE_SETTINGS.map((setting) => {
          const newest = valuesOf(preferences, null, setting).at(-1);
          const notSet = NOT_SET[setting];
          return (
            <li className="pref" key={setting}>
              <div>
                <h3 className="strong">{SETTING_NAMES[setting]}</h3>
                <p className="small muted">{HINTS[setting]}</p>
              </div>
              <div className="ctl">
                <SettingControl scope={null} setting={setting} preferences={preferences} actions={actions} />
                {newest ? (
                  <PreferenceSource preference={newest} />
                ) : (
                  notSet !== undefined && <p className="src">{notSet}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Answer preferences, for everyone and per teammate, with a sample answer. Changes are saved right away. */
export function AnswersTab() {
  const preferences = trpc.brain.preferences.list.useQuery();
  const actions = usePreferences();
  const [opened, setOpened] = useState<AssistantId | null>(null);
  const { data, error } = preferences;
  if (data === undefined) {
    return error ? (
      <Empty title={errorText(error)}>
        <Button onClick={() => void preferences.refetch()}>{TRY_AGAIN}</Button>
      </Empty>
    ) : (
      <AnswersSkeleton />
    );
  }
  return (
    <div className="with-rail answers">
      <div className="stack work">
        <EveryoneSection preferences={data} actions={actions} />
        <TeammateSection preferences={data} actions={actions} opened={opened} onOpen={setOpened} />
      </div>
      <div className="stack">
        <SampleAnswer preferred={opened} preferences={data} />
        <Card as="section" className="stack rcard" aria-labelledby="what-wins">
          <h2 className="h4" id="what-wins">
            What wins
          </h2>
          <ol className="wins small">
            {['What you ask for in the chat', 'What you set for one teammate', 'What you set for everyone'].map(
              (text, index) => (
                <li key={text}>
                  <b aria-hidden="true">{index + 1}</b>
                  <span>{text}</span>
                </li>
              ),
            )}
          </ol>
        </Card>
      </div>
    </div>
  );
}

export function AnswersSkeleton() {
  return (
    <div className="with-rail" role="status" aria-label={LOADING}>
      <div className="stack">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className="stack">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
