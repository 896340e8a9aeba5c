import { X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import {
  ANSWER_LENGTHS,
  AVOIDED_WORD_MAX,
  EMOJI_CHOICES,
  EMOJI_NAMES,
  LENGTH_NAMES,
  SIGN_OFF_MAX,
  type PreferenceSetting,
} from '#contract/brain/preferences.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { Field } from '#src/ui/forms/field.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { OwnSentences } from './own-sentences.tsx';
import { valuesOf, type Preference, type SettingControlProps } from './use-preferences.ts';

export const SETTING_NAMES: Record<PreferenceSetting, string> = {
  length: 'Length',
  emojis: 'Emojis',
  sign_off: 'Sign-off',
  avoided_word: 'Words to avoid',
  sentence: 'Anything else',
};

const LENGTHS = ANSWER_LENGTHS.map((value) => ({ value, label: LENGTH_NAMES[value] }));
const EMOJIS = EMOJI_CHOICES.map((value) => ({ value, label: EMOJI_NAMES[value] }));

/** A control's label. A teammate's control includes their name. */
const labelOf = ({ scope, setting }: SettingControlProps) =>
  scope === null ? SETTING_NAMES[setting] : `${SETTING_NAMES[setting]} for ${assistantById(scope).name}`;

/** Without a saved choice, it shows the default: the same as everyone, or whatever fits. */
function Choice<Value extends string>(
  props: SettingControlProps & { options: readonly { value: Value; label: string }[]; usual: Value },
) {
  const { scope, setting, preferences, actions, options, usual } = props;
  const set = valuesOf(preferences, scope, setting)[0] ?? valuesOf(preferences, null, setting)[0];
  const value = options.find((option) => option.value === set?.value)?.value ?? usual;
  return (
    <Segment
      label={labelOf(props)}
      options={options}
      value={value}
      onChange={(chosen) => void actions.choose({ assistantId: scope, setting, value: chosen })}
    />
  );
}

/** Saves on blur or Enter. */
function SignOffLine(props: SettingControlProps & { onSaved?: () => void; isNew?: boolean }) {
  const { scope, preferences, actions, onSaved, isNew = false } = props;
  const [current] = valuesOf(preferences, scope, 'sign_off');
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  const save = async () => {
    const value = typed?.trim();
    if (value === undefined || value === (current?.value ?? '')) return setTyped(undefined);
    const refused = await actions.set({ assistantId: scope, setting: 'sign_off', value });
    setProblem(refused ?? undefined);
    if (refused !== null) return;
    setTyped(undefined);
    onSaved?.();
  };
  return (
    <TextField
      ref={field}
      label={labelOf(props)}
      hideLabel
      maxLength={SIGN_OFF_MAX}
      placeholder={current ? 'None' : 'Not set'}
      value={typed ?? current?.value ?? ''}
      error={problem}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Enter') void save();
      }}
    />
  );
}

/** A teammate's sign-off: none, one of their own, or back to everyone's. */
function SignOffChoice(props: SettingControlProps) {
  const { scope, preferences, actions } = props;
  const [current] = valuesOf(preferences, scope, 'sign_off');
  const [isTyping, setIsTyping] = useState(false);
  if (isTyping) return <SignOffLine {...props} isNew onSaved={() => setIsTyping(false)} />;
  const own = current && current.value !== '' ? [{ value: 'own', label: current.value }] : [];
  const choose = (chosen: string) => {
    if (chosen === 'other') setIsTyping(true);
    else if (chosen === 'none') void actions.choose({ assistantId: scope, setting: 'sign_off', value: '' });
    else if (chosen === 'same' && current) void actions.end([current], 'Back to everyone’s sign-off');
  };
  return (
    <SelectField
      label={labelOf(props)}
      className="has-choice"
      value={current === undefined ? 'same' : current.value === '' ? 'none' : 'own'}
      options={[
        ...own,
        { value: 'none', label: 'None' },
        { value: 'same', label: 'Same as everyone' },
        { value: 'other', label: 'Custom...' },
      ]}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

/** Words as tokens. Enter or a comma adds one; Backspace in the empty field removes the last. */
function AvoidedWords(props: SettingControlProps) {
  const { scope, preferences, actions } = props;
  const words = valuesOf(preferences, scope, 'avoided_word');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const add = async () => {
    const value = typed.trim().replaceAll(/^[“”"']|[“”"',]$/g, '');
    // Emptied before it is saved: the next word may be typed meanwhile.
    setTyped('');
    setProblem(undefined);
    const isThere = words.some((word) => word.value.toLowerCase() === value.toLowerCase());
    if (value === '' || isThere) return;
    const refused = await actions.set({ assistantId: scope, setting: 'avoided_word', value });
    if (refused === null) return;
    setProblem(refused);
    setTyped((since) => since || value);
  };
  const remove = (word: Preference) => {
    field.current?.focus();
    void actions.end([word], `“${word.value}” is OK to use again`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event);
    const last = words.at(-1);
    if (key === 'Enter' || key === ',') {
      event.preventDefault();
      void add();
    } else if (key === 'Backspace' && typed === '' && last) remove(last);
  };
  return (
    <Field
      label={scope === null ? 'Another word to avoid' : `Another word to avoid for ${assistantById(scope).name}`}
      hideLabel
      error={problem}
    >
      {(control) => (
        <div className="tokbox">
          {words.length > 0 && (
            <ul className="tokens" aria-label={labelOf(props)}>
              {words.map((word) => (
                <li className="token" key={word.id}>
                  <b>
                    <bdi>{word.value}</bdi>
                  </b>
                  <button
                    type="button"
                    className="tokx"
                    aria-label={`Remove ${word.value}`}
                    onClick={() => remove(word)}
                  >
                    <X className="icon sm" aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={field}
            maxLength={AVOIDED_WORD_MAX}
            placeholder="Another word"
            value={typed}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => void add()}
            onKeyDown={onKeyDown}
            {...control}
          />
        </div>
      )}
    </Field>
  );
}

/** The control for a setting, for everyone or for one teammate. */
export function SettingControl(props: SettingControlProps) {
  switch (props.setting) {
    case 'length':
      return <Choice {...props} options={LENGTHS} usual="as_needed" />;
    case 'emojis':
      return <Choice {...props} options={EMOJIS} usual="up_to_them" />;
    case 'sign_off':
      return props.scope === null ? <SignOffLine {...props} /> : <SignOffChoice {...props} />;
    case 'avoided_word':
      return <AvoidedWords {...props} />;
    case 'sentence':
      return <OwnSentences {...props} />;
  }
}
