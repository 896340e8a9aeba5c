import { useRef, useState } from 'react';
import { renderTemplate } from '#contract/templates/render-template.ts';
import type { OpenTemplate } from '#src/domain/templates/template.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useTemplateAccess } from '../template-access.ts';
import { stepValues, useInAutomation } from '../use-in-automation.ts';
import { fieldId, focusBlank } from './blank-field.tsx';
import { BlankList } from './blank-list.tsx';
import { numberProblem } from './drafts.ts';
import { FillActions } from './fill-actions.tsx';
import { FillNote } from './fill-note.tsx';
import { Letter } from './letter.tsx';
import { Rating } from './rating.tsx';
import { useDraftBlanks } from './use-draft-blanks.ts';
import { useFilling } from './use-filling.ts';
import { useOpenWith } from './use-open-with.ts';
import { useRemember } from './use-remember.ts';
import { useTemplateUse } from './use-template-use.ts';

const CopyDialog = lazyDialog(async () => (await import('./copy-dialog.tsx')).CopyDialog);

/** Leads to the field of a blank. */
function goTo(name: string): void {
  document.getElementById(fieldId(name))?.scrollIntoView({ block: 'center' });
  focusBlank(name);
}

/** Filling in a template, with the text beside it, and using it. */
export function FillForm({ open }: { open: OpenTemplate }) {
  const { template, myRating } = open;
  const { id, title, text, blanks, example, assistantId, usedByMe } = template;
  const filling = useFilling(open);
  const { filled, missing, rendered, values, problems, draft, guessed } = filling;
  const { isLocked, offerPremium } = useTemplateAccess();
  const { copy, use, isPending, uncopied, forgetUncopied } = useTemplateUse(id);
  const remember = useRemember();
  const openWith = useOpenWith(assistantId);
  const heading = useRef<HTMLHeadingElement>(null);
  const drafting = useDraftBlanks(template, filling, () => {
    // The button that was pressed is gone. Whoever types meanwhile goes on.
    if (document.activeElement === document.body) heading.current?.focus();
  });
  const { openInAutomation, isOpening } = useInAutomation(template);
  const [isTried, setIsTried] = useState(false);
  const [isExample, setIsExample] = useState(false);
  const locked = isLocked(template);

  const shown = isExample ? renderTemplate({ text, blanks }, example.values) : rendered;
  /** Whether it can be used: if not, it has been said what is in the way. */
  const isReady = () => {
    if (locked) {
      offerPremium();
      return false;
    }
    setIsTried(true);
    const wrong = blanks.find(
      (blank) =>
        missing.includes(blank) ||
        guessed.includes(blank) ||
        Object.hasOwn(problems, blank.name) ||
        numberProblem(blank, draft(blank)) !== null,
    );
    if (wrong) goTo(wrong.name);
    else setIsExample(false);
    return wrong === undefined;
  };
  const onOpen = async () => {
    if (!isReady()) return;
    const whole = await use(values);
    if (whole === null) return;
    void remember(filling);
    openWith.open(`Here’s a text from the template “${title}”. Help me improve it.\n\n${whole}`);
  };
  const onCopy = async () => {
    if (!isReady()) return;
    const next = { label: `Ask ${openWith.name}`, onClick: () => void onOpen() };
    if (await copy(values, next)) void remember(filling);
  };
  const startOver = () => {
    filling.startOver();
    setIsTried(false);
    // This button is gone now.
    heading.current?.focus();
  };
  return (
    <div className="fill" data-assistant={assistantId}>
      <form
        className="stack"
        aria-labelledby="blanks"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void onCopy();
        }}
        id="fill-in"
      >
        <div className="row between">
          <h2 className="h3" id="blanks" ref={heading} tabIndex={-1}>
            Fill in the blanks
          </h2>
          <span className="row small">
            <span className="muted num" role="status">
              {`${filled} of ${blanks.length} filled${guessed.length === 0 ? '' : `, ${guessed.length} to check`}`}
            </span>
            {filling.hasTyped && (
              <button type="button" className="text-button" onClick={startOver}>
                Start over
              </button>
            )}
          </span>
        </div>
        <FillNote
          missing={missing}
          guessed={guessed}
          drafting={locked ? null : drafting}
          onGo={({ name }) => goTo(name)}
        />
        {blanks.length === 0 ? (
          <p className="muted">This one has no blanks. It’s ready to use.</p>
        ) : (
          <BlankList filling={filling} isTried={isTried} />
        )}
      </form>
      <section className="preview" aria-labelledby="preview">
        <div className="row between">
          <h2 className="h3" id="preview">
            {isExample ? 'Example' : 'Preview'}
          </h2>
          <button type="button" className="text-button" onClick={() => setIsExample(!isExample)}>
            {isExample ? 'Back to yours' : 'See a filled example'}
          </button>
        </div>
        {isExample && example.business !== '' && <p className="small muted">{example.business}</p>}
        <div className="sheet" role="group" aria-labelledby="preview" tabIndex={0}>
          <Letter rendered={shown} blanks={blanks} onMissing={isExample ? undefined : goTo} />
        </div>
        <FillActions
          isLocked={locked}
          isPending={isPending || isOpening}
          openWith={openWith}
          onOpen={() => void onOpen()}
          onAutomate={() => openInAutomation(stepValues(blanks, values, filling.isAgreed))}
        />
        {usedByMe > 0 && !template.isOwn && <Rating templateId={id} stars={myRating} />}
      </section>
      <CopyDialog isOpen={uncopied !== null} onClose={forgetUncopied} text={uncopied ?? ''} />
    </div>
  );
}
