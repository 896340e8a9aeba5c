import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { SAMPLE_QUESTION_MAX } from '#contract/brain/preferences.ts';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Preference } from './use-preferences.ts';

type SampleAnswerProps = {
  /** The teammate whose settings are open next to it. */
  preferred: AssistantId | null;
  preferences: readonly Preference[];
};

type Sample = { assistantId: AssistantId; question: string; answer: string; preferences: readonly Preference[] };

/** A sample question, answered with the current settings. It costs the owner nothing. */
export function SampleAnswer({ preferred, preferences }: SampleAnswerProps) {
  const tier = trpc.profile.get.useQuery().data?.access.tier;
  const wanted = preferred ?? 'emmie';
  const assistantId = canUseAssistant(tier ?? 'free', wanted) ? wanted : 'brain_ai';
  const [typed, setTyped] = useState('');
  const [sample, setSample] = useState<Sample>();
  const { mutate, isPending, error, variables } = trpc.brain.preferences.sample.useMutation();
  const shown = isPending ? variables : (sample ?? { assistantId, question: INTRODUCTIONS[assistantId].sampleRequest });
  const { name } = assistantById(shown.assistantId);
  const ask = (question: string) =>
    mutate(
      { assistantId, question },
      {
        onSuccess: ({ answer }) => {
          setSample({ assistantId, question, answer, preferences });
          setTyped('');
        },
      },
    );
  const again = sample?.assistantId === assistantId ? sample.question : INTRODUCTIONS[assistantId].sampleRequest;
  const isOld = sample !== undefined && (sample.preferences !== preferences || sample.assistantId !== assistantId);
  return (
    <section className="stack" aria-labelledby="answers-sample">
      <h2 className="h3" id="answers-sample">
        How that sounds
      </h2>
      <Card className="stack rcard" data-assistant={shown.assistantId}>
        <p className="small muted">{`You ask ${name}`}</p>
        <p className="askq">
          <bdi>{shown.question}</bdi>
        </p>
        {isPending && <LoadingDots label={`${name} is answering`} />}
        <div role="status">
          {!isPending && sample && (
            <div className="samp">
              <p className="byline small">
                <AssistantAvatar id={sample.assistantId} size={28} />
                <b translate="no">{assistantById(sample.assistantId).name}</b>
              </p>
              <p className="says">{sample.answer}</p>
            </div>
          )}
        </div>
        {!isPending && (sample === undefined || isOld) && (
          <button type="button" className="text-button" onClick={() => ask(again)}>
            {sample === undefined ? 'See how that sounds' : 'Ask again with your changes'}
          </button>
        )}
        <form
          className="inbtn"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '' && !isPending) ask(typed.trim());
          }}
        >
          <TextField
            label="Try another question"
            hideLabel
            placeholder="Try another question"
            maxLength={SAMPLE_QUESTION_MAX}
            value={typed}
            error={error ? errorText(error) : undefined}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <IconButton type="submit" label="Try it" disabled={isPending}>
            <ArrowRight className="icon sm" aria-hidden="true" />
          </IconButton>
        </form>
        <p className="hint">A try doesn’t use your messages.</p>
      </Card>
    </section>
  );
}
