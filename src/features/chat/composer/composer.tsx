import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { isSendable, MESSAGE_MAX, MESSAGE_TOO_LONG } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/texts.ts';
import { formatNumber } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { isSendKey } from './composer-keys.ts';
import { ComposerHints } from './composer-hints.tsx';

/** From here on the count is shown, so that the limit is no surprise. */
const COUNT_FROM = MESSAGE_MAX - 500;

type Props = {
  assistant: Assistant;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
  /** A reply is awaited: the box rests and the button stops the answer. */
  isAwaiting: boolean;
  isStopping: boolean;
};

/** Where a message is written. Enter sends, Shift+Enter adds a line (spec §2). */
export function Composer({ assistant, boxRef, text, onText, onSend, onStop, isAwaiting, isStopping }: Props) {
  const id = useId();
  const hadFocus = useRef(false);
  const tooLong = text.length > MESSAGE_MAX ? MESSAGE_TOO_LONG : undefined;

  // `field-sizing` is not in every browser yet; the stylesheet caps the height at eight lines.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    box.style.height = 'auto';
    if (text !== '') box.style.height = `${box.scrollHeight}px`;
  }, [boxRef, text]);

  // A disabled box loses the focus; whoever was typing in it goes on typing after the answer.
  useEffect(() => {
    if (isAwaiting || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) boxRef.current?.focus();
  }, [boxRef, isAwaiting]);

  const submit = () => {
    if (isAwaiting || !isSendable(text)) return;
    hadFocus.current = document.activeElement === boxRef.current;
    onSend();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };

  return (
    <div className="composer">
      <form onSubmit={onSubmit}>
        <label className="sr" htmlFor={id}>
          Message
        </label>
        <textarea
          id={id}
          ref={boxRef}
          rows={1}
          placeholder={CHAT_TEXTS.inputPlaceholder}
          value={text}
          disabled={isAwaiting}
          aria-invalid={tooLong !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isAwaiting ? (
          // A button of its own: a click meant for one must never land on the other.
          <Button
            key="stop"
            type="button"
            variant="secondary"
            className="send"
            aria-label="Stop"
            disabled={isStopping}
            onClick={(event) => {
              // Pressed with a key: the focus goes on to the box.
              if (event.detail === 0) hadFocus.current = true;
              onStop();
            }}
          >
            <Square className="icon" aria-hidden="true" />
          </Button>
        ) : (
          <Button key="send" type="submit" className="send" aria-label="Send" disabled={!isSendable(text)}>
            <ArrowUp className="icon" aria-hidden="true" />
          </Button>
        )}
      </form>
      {tooLong !== undefined && (
        <p className="error" role="alert">
          {tooLong}
        </p>
      )}
      {text.length >= COUNT_FROM && (
        <p className="hint num">
          {formatNumber(text.length)} of {formatNumber(MESSAGE_MAX)} characters
        </p>
      )}
      <ComposerHints id={`${id}-hint`} name={assistant.name} />
    </div>
  );
}
