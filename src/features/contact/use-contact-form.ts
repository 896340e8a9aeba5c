import { useRef, useState, type FormEvent } from 'react';
import { CONTACT_TRAP, isContactTopic } from '#contract/site/contact-topics.ts';
import { useSubmittedForm } from '#src/hydration/submitted-form.ts';
import { sendLazy } from '#src/api/lazy/send-lazy.ts';
import { CONTACT_FIELDS, contactProblems, type ContactField, type ContactValues } from './contact-problems.ts';

type Problems = Partial<Record<ContactField, string>>;

function readForm(form: HTMLFormElement): ContactValues & { trap: string } {
  const data = new FormData(form);
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: textOf('name'),
    email: textOf('email'),
    topic: textOf('topic'),
    message: textOf('message'),
    trap: textOf(CONTACT_TRAP),
  };
}

function send({ topic, trap, ...words }: ReturnType<typeof readForm>): Promise<string | null> {
  const known = isContactTopic(topic) ? topic : 'question';
  return sendLazy((api) => api.contact.send.mutate({ ...words, topic: known, [CONTACT_TRAP]: trap }));
}

/** Validates and sends, and says what is wrong. What was typed stays in the fields. */
export function useContactForm() {
  const submittedForm = useSubmittedForm('/contact');
  const [problems, setProblems] = useState<Problems>(submittedForm?.problems ?? {});
  const [failure, setFailure] = useState<string | null>(submittedForm?.problem ?? null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isBusy) return;
    const values = readForm(form.current);
    const wrong = contactProblems(values);
    setProblems(wrong);
    setFailure(null);
    const first = CONTACT_FIELDS.find((field) => wrong[field] !== undefined);
    if (first !== undefined) {
      const control = form.current.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setIsBusy(true);
    const text = await send(values);
    setIsBusy(false);
    setFailure(text);
    setIsSent(text === null);
  };

  return {
    form,
    typed: submittedForm?.values ?? {},
    problems,
    failure,
    isBusy,
    isSent,
    submit: (event: FormEvent) => void submit(event),
    /** Editing a field clears its error. */
    edited: (field: ContactField) => setProblems((old) => ({ ...old, [field]: undefined })),
  };
}
