import { ArrowUp, Paperclip, Square } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { isSendable, MESSAGE_MAX, MESSAGE_TOO_LONG } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { ACCEPTED_FILES } from '#src/domain/brain/accepted-files.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Button } from '#src/ui/button.tsx';
import { FileButton } from '#src/ui/forms/file-button.tsx';
import { isSendKey, isStopKey } from './composer-keys.ts';
import { ComposerHints } from './composer-hints.tsx';
import { isPastedAsFile, type FilesPart } from './files/use-files-part.ts';

/** The count appears from this length on, so that the limit is no surprise. */
const COUNT_FROM = MESSAGE_MAX - 500;

const loadFiles = async () => (await import('./files/composer-files.tsx')).ComposerFiles;
const LazyComposerFiles = lazyPart(loadFiles);

type Props = {
  assistant: Assistant;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
  /** A reply is pending: the box is disabled and the button stops the answer. */
  isAwaiting: boolean;
  isStopping: boolean;
  files: FilesPart;
};

/** The message box. Enter sends, Shift+Enter adds a line (CHAT-1). */
export function Composer(props: Props) {
  const { assistant, boxRef, text, onText, onSend, onStop, isAwaiting, isStopping, files } = props;
  const id = useId();
  const hadFocus = useRef(false);
  const tooLong = text.length > MESSAGE_MAX ? MESSAGE_TOO_LONG : undefined;

  // Not every browser supports `field-sizing` yet; the stylesheet caps the height at eight lines.
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    box.style.height = 'auto';
    if (text !== '') box.style.height = `${box.scrollHeight}px`;
  }, [boxRef, text]);

  // A disabled box loses the focus; give it back after the answer to people who were typing in it.
  useEffect(() => {
    if (isAwaiting || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) boxRef.current?.focus();
  }, [boxRef, isAwaiting]);

  // Ready to type as soon as the chat opens. On a touch screen the keyboard would cover half of it.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) boxRef.current?.focus({ preventScroll: true });
  }, [boxRef]);

  // Wherever the focus is: the box is disabled by now. Menus and dialogs keep their own Escape.
  useEffect(() => {
    if (!isAwaiting || isStopping) return;
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (!isStopKey(event)) return;
      hadFocus.current = true;
      onStop();
    };
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [isAwaiting, isStopping, onStop]);

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

  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData } = event;
    const pasted = clipboardData.getData('text');
    const isFile = isPastedAsFile(pasted, text);
    // Copied text may come with a picture of itself.
    if (!isFile && (clipboardData.files.length === 0 || pasted !== '')) return;
    event.preventDefault();
    files.onFiles(isFile ? [new File([pasted], 'Pasted text.txt', { type: 'text/plain' })] : [...clipboardData.files]);
  };

  return (
    <div className="composer">
      <form onSubmit={onSubmit}>
        {files.isShown && (
          <LazyComposerFiles
            key={files.thread.filesKey}
            {...files.thread}
            name={assistant.name}
            handle={files.handle}
            onFiles={files.onFiles}
            onSend={onSend}
          />
        )}
        <FileButton
          className="iconbtn"
          aria-label="Add a file"
          title="Add a file"
          accept={ACCEPTED_FILES}
          multiple
          onFiles={files.onFiles}
        >
          <Paperclip className="icon" aria-hidden="true" />
        </FileButton>
        <label className="sr" htmlFor={id}>
          Message
        </label>
        <textarea
          id={id}
          ref={boxRef}
          rows={1}
          dir="auto"
          placeholder={CHAT_TEXTS.inputPlaceholder}
          value={text}
          disabled={isAwaiting}
          aria-invalid={tooLong !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {isAwaiting ? (
          // Two separate buttons: a click meant for one must never land on the other.
          <Button
            key="stop"
            type="button"
            variant="secondary"
            className="send"
            aria-label="Stop"
            aria-keyshortcuts="Escape"
            title="Stop (Escape)"
            disabled={isStopping}
            onClick={(event) => {
              // Pressed by keyboard: move the focus to the box.
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
        <p className="hint num">{`${formatNumber(text.length)} of ${formatNumber(MESSAGE_MAX)} characters`}</p>
      )}
      <ComposerHints id={`${id}-hint`} name={assistant.name} />
    </div>
  );
}
