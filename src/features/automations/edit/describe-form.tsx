import { useState, type FormEvent } from 'react';
import { branchesOf } from '#contract/automations/all-steps.ts';
import { sentenceText } from '#contract/automations/sentence-pieces.ts';
import { stepSentence } from '#contract/automations/step-sentence.ts';
import { triggerSentence } from '#contract/automations/sentences.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import { trpc } from '#src/api/trpc.ts';
import type { DraftedAutomation } from '#src/domain/automations/automation.ts';
import { errorText } from '#src/lib/app-error.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { SentenceLine } from '../sentence-line.tsx';
import { shownBranches } from './state/step-tree.ts';

type DescribeFormProps = {
  automationId: string;
  /** A change is drafted from what is saved. */
  flush: () => Promise<boolean>;
  onUse: (draft: DraftedAutomation) => void;
};

/** Brain AI drafts the steps from a sentence. Nothing changes before the owner has looked at them. */
export function DescribeForm({ automationId, flush, onUse }: DescribeFormProps) {
  const [text, setText] = useState('');
  const [isReviewing, setIsReviewing] = useState(false);
  const drafting = trpc.powerUps.automations.describe.useMutation({ onSuccess: () => setIsReviewing(true) });
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!drafting.isPending && text.trim() !== '') void flush().then(() => drafting.mutate({ text, automationId }));
  };
  return (
    <form className="describe" onSubmit={start}>
      <AssistantAvatar id="brain_ai" size={40} />
      <div className="field grow">
        <label htmlFor="automation-describe">
          Describe it <span className="muted">and Brain AI drafts the steps for you to check</span>
        </label>
        <input
          className="input"
          id="automation-describe"
          placeholder="Only on days with more than five chats"
          autoComplete="off"
          maxLength={1_000}
          data-own-undo
          aria-describedby={drafting.error ? 'automation-describe-error' : undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {drafting.error && (
          <p className="error" id="automation-describe-error" role="alert">
            {errorText(drafting.error)}
          </p>
        )}
      </div>
      <Button type="submit" variant="secondary" busy={drafting.isPending} busyText="Drafting…">
        Draft it
      </Button>
      {drafting.data && (
        <Dialog
          open={isReviewing}
          onClose={() => setIsReviewing(false)}
          width="middle"
          figure={<AssistantAvatar id="brain_ai" size={44} />}
          title="Here’s a draft"
          lead="Nothing has changed yet. Use it and check each step, or discard it."
        >
          <div className="stack">
            <Review definition={drafting.data.definition} />
            {drafting.data.notes.map((note) => (
              <p className="small muted" key={note}>
                {note}
              </p>
            ))}
            <div className="row dialog-actions">
              <Button variant="secondary" onClick={() => setIsReviewing(false)}>
                Discard
              </Button>
              <Button
                onClick={() => {
                  onUse(drafting.data);
                  setIsReviewing(false);
                  setText('');
                }}
              >
                Use this draft
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </form>
  );
}

/** A definition as sentences. */
function Review({ definition }: { definition: Definition }) {
  const lines = (steps: readonly Step[]) =>
    steps.map((step) => {
      const sentence = stepSentence(definition, step);
      return (
        <li key={step.id}>
          <SentenceLine sentence={sentence} />
          {sentence.notes.map((note) => (
            <span className="small muted note-line" key={note.text}>
              {note.text}
            </span>
          ))}
          {shownBranches(step).length > 0 &&
            branchesOf(step).map(
              ({ branch, steps: inside }) =>
                inside.length > 0 && (
                  <ol key={branch} aria-label={branch === 'otherwise' ? 'If not' : sentenceText(sentence)}>
                    {lines(inside)}
                  </ol>
                ),
            )}
        </li>
      );
    });
  return (
    <ol className="review">
      <li>
        <SentenceLine sentence={triggerSentence(definition.trigger)} />
      </li>
      {lines(definition.steps)}
    </ol>
  );
}
