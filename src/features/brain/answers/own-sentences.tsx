import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SENTENCE_MAX, SENTENCES_MAX } from '#contract/brain/preferences.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { valuesOf, type Preference, type SettingControlProps } from './use-preferences.ts';

type SentenceFormProps = {
  label: string;
  start: string;
  /** Returns why it can't be saved, or null. */
  onSave: (value: string) => Promise<string | null>;
  onClose: () => void;
};

function SentenceForm({ label, start, onSave, onClose }: SentenceFormProps) {
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = async () => {
    const value = typed.trim();
    if (value === '' || value === start) return onClose();
    setIsSaving(true);
    const refused = await onSave(value);
    setIsSaving(false);
    setProblem(refused ?? undefined);
    if (refused === null) onClose();
    else field.current?.focus();
  };
  return (
    <form
      className="stack tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <TextField
        ref={field}
        label={label}
        hideLabel
        maxLength={SENTENCE_MAX}
        placeholder="Start with the answer, then the reasons."
        value={typed}
        error={problem}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Escape' && !isSaving) onClose();
        }}
      />
      <div className="row">
        <Button type="submit" variant="secondary" size="sm" busy={isSaving} busyText="Saving...">
          Save
        </Button>
        <Button variant="ghost" size="sm" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The owner's own sentences about answers, each corrected or forgotten on its own. */
export function OwnSentences({ scope, setting, preferences, actions }: SettingControlProps) {
  const sentences = valuesOf(preferences, scope, setting);
  /** The id of the sentence being edited, or `new`. */
  const [editing, setEditing] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Whoever has moved on while it was saved stays where they are: a menu that loses its focus closes.
    const isFocusLost = document.activeElement === document.body;
    if (wasEditing.current && editing === null && isFocusLost) addButton.current?.focus();
    wasEditing.current = editing !== null;
  }, [editing]);
  const close = () => setEditing(null);
  const forget = (one: Preference) => {
    addButton.current?.focus();
    void actions.end([one], 'Forgotten');
  };
  return (
    <>
      {sentences.length > 0 && (
        <ul className="sayings">
          {sentences.map((one) => (
            <li key={one.id}>
              {editing === one.id ? (
                <SentenceForm
                  label="Correct this sentence"
                  start={one.value}
                  onSave={(value) => actions.set({ assistantId: scope, setting, value }, one.id)}
                  onClose={close}
                />
              ) : (
                <>
                  <span>
                    <bdi>{one.value}</bdi>
                  </span>
                  <IconButton label={`Correct: ${one.value}`} title="Correct" onClick={() => setEditing(one.id)}>
                    <Pencil className="icon sm" aria-hidden="true" />
                  </IconButton>
                  <IconButton label={`Forget: ${one.value}`} title="Forget" onClick={() => forget(one)}>
                    <Trash2 className="icon sm" aria-hidden="true" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {editing === 'new' ? (
        <SentenceForm
          label="In your own words"
          start=""
          onSave={(value) => actions.set({ assistantId: scope, setting, value })}
          onClose={close}
        />
      ) : (
        <button
          ref={addButton}
          type="button"
          className="text-button add"
          disabled={sentences.length >= SENTENCES_MAX}
          onClick={() => setEditing('new')}
        >
          <Plus className="icon sm" aria-hidden="true" />
          Add one
        </button>
      )}
    </>
  );
}
