import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Play, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { AUTOMATION_DESCRIPTION_MAX, AUTOMATION_NAME_MAX } from '#contract/automations/automation-limits.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import type { AutomationPage } from '#src/domain/automations/automation.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { SavedDraftState } from './state/use-saved-draft.ts';

/** The way back to the list. */
export function EditCrumb({ name }: { name: string }) {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <Link {...automationLinks.list}>Automations</Link>
      <ChevronRight className="icon sm" aria-hidden="true" />
      <span aria-current="page">{name}</span>
    </nav>
  );
}

type EditHeadProps = { page: AutomationPage; saved: SavedDraftState };

/** An automation's name and description, which are changed where they stand, and what can be done with the whole. */
export function EditHead({ page, saved }: EditHeadProps) {
  const { draft, change } = saved;
  const { isOn, pauseReason } = page.automation;
  return (
    <div>
      <EditCrumb name={draft.name} />
      <div className="page-head">
        <div className="naming">
          <h1 className="h2 row">
            <InPlace
              label="Name"
              value={draft.name}
              max={AUTOMATION_NAME_MAX}
              isNeeded
              onChange={(name) => change((before) => ({ ...before, name }))}
            />
            <Badge tone={isOn ? 'success' : pauseReason ? 'warning' : 'neutral'}>{isOn ? 'On' : 'Paused'}</Badge>
          </h1>
          <p>
            <InPlace
              label="Description"
              value={draft.description}
              max={AUTOMATION_DESCRIPTION_MAX}
              placeholder="Add a description"
              onChange={(description) => change((before) => ({ ...before, description }))}
            />
          </p>
        </div>
        <div className="row head-acts">
          <UndoButtons {...saved} />
          <RehearseLink automationId={page.automation.id} flush={saved.flush} label="Rehearse the next 14 days" />
        </div>
      </div>
    </div>
  );
}

type UndoButtonsProps = Pick<SavedDraftState, 'canUndo' | 'canRedo' | 'undo' | 'redo'>;

export function UndoButtons({ canUndo, canRedo, undo, redo }: UndoButtonsProps) {
  return (
    <>
      <IconButton label="Undo" disabled={!canUndo} onClick={undo}>
        <Undo2 className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label="Redo" disabled={!canRedo} onClick={redo}>
        <Redo2 className="icon" aria-hidden="true" />
      </IconButton>
    </>
  );
}

type RehearseLinkProps = { automationId: string; flush: SavedDraftState['flush']; label: string };

/** To the rehearsal, which is of what is saved. */
export function RehearseLink({ automationId, flush, label }: RehearseLinkProps) {
  const navigate = useNavigate();
  return (
    <Link
      className={buttonClass()}
      {...automationLinks.rehearsal(automationId)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void flush().then((isSaved) => (isSaved ? navigate(automationLinks.rehearsal(automationId)) : undefined));
      }}
    >
      <Play className="icon" aria-hidden="true" />
      <span>{label}</span>
    </Link>
  );
}

type InPlaceProps = {
  label: string;
  value: string;
  max: number;
  placeholder?: string;
  /** It can't be empty: what was there before stays. */
  isNeeded?: boolean;
  onChange: (value: string) => void;
};

/** A line of text that becomes a field when it is clicked. */
function InPlace({ label, value, max, placeholder, isNeeded, onChange }: InPlaceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === null)
    return (
      <button
        type="button"
        className="in-place"
        title={`Change the ${label.toLowerCase()}`}
        onClick={() => setTyped(value)}
      >
        {value || placeholder}
      </button>
    );
  const commit = () => {
    const text = typed.trim();
    setTyped(null);
    if (text !== value && (text !== '' || !isNeeded)) onChange(text);
  };
  return (
    <input
      className="in-place"
      aria-label={label}
      // It was opened by a click or a key on the text that it replaces.
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- reason: as above
      autoFocus
      maxLength={max}
      value={typed}
      autoComplete="off"
      data-own-undo
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        const key = pressedKey(event);
        if (key === 'Enter') commit();
        else if (key === 'Escape') setTyped(null);
      }}
    />
  );
}
