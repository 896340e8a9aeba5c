import { ArrowUp } from 'lucide-react';
import { useId, type ComponentProps, type FormEvent, type RefObject } from 'react';
import { VISITOR_MESSAGE_MAX } from '#contract/chat/visitor-limits.ts';

type SmallChatFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  field: RefObject<HTMLInputElement | null>;
  placeholder: string;
  isBusy: boolean;
  /** Returns false if the message wasn't accepted: then the field keeps it. */
  onSend: (text: string) => boolean;
};

/** The input of a small chat on a public page: one line and its button. */
export function SmallChatForm({ field, placeholder, isBusy, onSend, ...form }: SmallChatFormProps) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const typed = currentTarget.querySelector('input')?.value ?? '';
    if (onSend(typed)) currentTarget.reset();
  };
  return (
    <form {...form} onSubmit={submit}>
      <label className="sr" htmlFor={id}>
        Message
      </label>
      <input
        ref={field}
        className="input"
        id={id}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="send"
        maxLength={VISITOR_MESSAGE_MAX}
      />
      <button className="btn" type="submit" aria-label="Send" disabled={isBusy}>
        <ArrowUp className="icon" aria-hidden="true" />
      </button>
    </form>
  );
}
