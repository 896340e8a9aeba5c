import { Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { isSendable, MESSAGE_MAX } from '#contract/chat/chat.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { CopyButton } from '../answers/copy-button.tsx';
import { VersionSwitch } from '../answers/version-switch.tsx';
import { textAsHtml } from '../answers/formatted-copy.ts';
import type { ChatMessage } from '../chat-types.ts';
import { isSendKey } from '../composer/composer-keys.ts';
import { useExchange } from './exchange-context.ts';
import { focusLog } from './focus-log.ts';
import { MessageTime } from './message-time.tsx';

type EditQuestionProps = {
  text: string;
  /** Returns false if it stays in the box. */
  onSend: (text: string) => boolean;
  onClose: () => void;
};

/** The question in an edit box. What it replaces stays reachable, so sending loses nothing. */
function EditQuestion({ text, onSend, onClose }: EditQuestionProps) {
  const id = useId();
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(text);
  const canSend = isSendable(typed) && typed.trim() !== text.trim();
  const send = () => {
    if (canSend && onSend(typed)) focusLog(boxRef.current);
  };
  useEffect(() => {
    const box = boxRef.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  return (
    <form
      className="edit-question"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="sr" htmlFor={id}>
        Your question
      </label>
      <textarea
        id={id}
        ref={boxRef}
        className="input"
        rows={Math.min(8, typed.split('\n').length + 1)}
        dir="auto"
        maxLength={MESSAGE_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Escape') {
            event.preventDefault();
            onClose();
          } else if (isSendKey(event.nativeEvent)) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className="row">
        <Button type="submit" size="sm" disabled={!canSend}>
          Send
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Describes what is kept of the other version, with the number of messages if it's known. */
const keptBeside = (messages: number | null): string =>
  messages === 1
    ? 'its answer'
    : `the ${messages === null ? '' : `${inWords(messages).toLowerCase()} `}messages after it`;

/** The note below a question that has other versions. */
export const keptVersions = (version: number, of: number, messages: number | null): string =>
  of === 2
    ? `You’re on version ${version}. Version ${3 - version} and ${keptBeside(messages)} are kept.`
    : `You’re on version ${version} of ${of}. The others are kept, with the messages after them.`;

export type QuestionActionsProps = { conversationId: string; message: ChatMessage; answerId: string | undefined };

/** The actions below a question: its time, its other versions, copy and edit. */
export function QuestionActions({ conversationId, message, answerId }: QuestionActionsProps) {
  const { replace, isBusy } = useExchange();
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsEditing(false);
    // The form disappears, so move the focus.
    requestAnimationFrame(() => editButton.current?.focus());
  };
  if (isEditing && answerId !== undefined)
    return <EditQuestion text={message.content} onClose={close} onSend={(text) => replace(answerId, text, false)} />;
  const { versions } = message;
  return (
    <>
      <div className="answer-actions">
        <MessageTime messageId={message.id} at={message.createdAt} />
        {versions.length > 1 && (
          <VersionSwitch conversationId={conversationId} message={message} what="your question" />
        )}
        <CopyButton label="Copy question" text={() => message.content} html={() => textAsHtml(message.content)} />
        {answerId !== undefined && (
          <IconButton label="Edit question" ref={editButton} disabled={isBusy} onClick={() => setIsEditing(true)}>
            <Pencil className="icon sm" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {versions.length > 1 && (
        <p className="versions-note muted">
          {keptVersions(versions.indexOf(message.id) + 1, versions.length, message.keptMessages)}
        </p>
      )}
    </>
  );
}
