import type { Blank } from '#contract/templates/blanks.ts';
import { sentencesFor } from '#contract/templates/remembered.ts';
import { useState } from 'react';
import { BlankAbout } from './blank-about.tsx';
import { BlankField, focusBlank } from './blank-field.tsx';
import { numberProblem } from './drafts.ts';
import { sourceKey } from './value-source.tsx';
import type { Filling } from './use-filling.ts';

/** The longest text that fits beside a date, such as its time. */
const BESIDE_DATE = 40;

const isShort = (blank: Blank | undefined) => blank?.kind === 'date' || blank?.kind === 'number';
const isTimeOf = (date: Blank | undefined, blank: Blank | undefined) =>
  date?.kind === 'date' && blank?.kind === 'text' && blank.maxLength <= BESIDE_DATE;

/** Short fields stand side by side, two in a row. */
export function halvesOf(blanks: readonly Blank[]): boolean[] {
  const halves = blanks.map(() => false);
  for (let at = 0; at < blanks.length - 1; at += 1) {
    const [blank, next] = [blanks[at], blanks[at + 1]];
    if (halves[at] !== true && ((isShort(blank) && isShort(next)) || isTimeOf(blank, next))) {
      halves[at] = true;
      halves[at + 1] = true;
    }
  }
  return halves;
}

type BlankListProps = {
  filling: Filling;
  /** Whether it was tried, so that every problem is shown. */ isTried: boolean;
};

/** The fields of a template's blanks, in their order. */
export function BlankList({ filling, isTried }: BlankListProps) {
  const {
    blanks,
    fills,
    draft,
    values,
    problems,
    missing,
    type,
    isTyped,
    reset,
    agree,
    guessed,
    remembered,
    remember,
  } = filling;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const halves = halvesOf(blanks);
  const problemOf = (blank: Blank) => {
    if (!isTried && !left.has(blank.name)) return undefined;
    return numberProblem(blank, draft(blank)) ?? problems[blank.name];
  };
  const sourcesOf = (blank: Blank | undefined) => {
    const fill = blank && fills[blank.name];
    return fill && 'value' in fill && fill.sources.length > 0 ? fill.sources.map(sourceKey).join() : null;
  };
  return (
    <div className="card blanks">
      {blanks.map((blank, index) => {
        const { name } = blank;
        const sources = sourcesOf(blank);
        return (
          <BlankField
            key={name}
            blank={blank}
            draft={draft(blank)}
            onChange={(changed) => type(name, changed)}
            onLeave={() => setLeft((known) => new Set(known).add(name))}
            isMissing={missing.includes(blank)}
            isGuess={guessed.includes(blank)}
            isKnown={sources !== null && !isTyped(name)}
            isHalf={halves[index] === true}
            problem={problemOf(blank)}
          >
            <BlankAbout
              blank={blank}
              fill={fills[name]}
              isSameSource={sources !== null && sources === sourcesOf(blanks[index - 1])}
              isTyped={isTyped(name)}
              isRemembered={remembered.has(name)}
              sentences={problems[name] === undefined ? sentencesFor(blanks, blank, values) : []}
              onRemember={(isOn) => remember(name, isOn)}
              onReset={() => {
                reset(name);
                // The button that was pressed is gone.
                focusBlank(name);
              }}
              onAgree={
                guessed.includes(blank)
                  ? () => {
                      agree(name);
                      focusBlank(name);
                    }
                  : null
              }
            />
          </BlankField>
        );
      })}
    </div>
  );
}
