import { CircleAlert } from 'lucide-react';
import { EMAIL_MAX } from '#contract/account/email-address.ts';
import { CONTACT_NAME_MAX, CONTACT_TOPICS, CONTACT_TRAP, type ContactTopic } from '#contract/site/contact-topics.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { Button } from '#src/ui/button.tsx';
import { OptionalLabel } from '#src/ui/forms/optional-label.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { MessageField } from './message-field.tsx';
import type { useContactForm } from './use-contact-form.ts';

const TOPICS = CONTACT_TOPICS.map(({ id, label }) => ({ value: id, label }));

type ContactFormProps = ReturnType<typeof useContactForm> & { topic: ContactTopic };

/** A plain form, so it also works before any script has loaded. */
export function ContactForm({ form, typed, problems, failure, isBusy, submit, edited, topic }: ContactFormProps) {
  return (
    <form
      ref={form}
      className="card stack"
      action="/contact"
      method="post"
      noValidate
      {...useDeferredHydration()}
      aria-label="Write to us"
      onSubmit={submit}
    >
      <div className="grid2">
        <TextField
          label={<OptionalLabel text="Name" />}
          name="name"
          autoComplete="name"
          maxLength={CONTACT_NAME_MAX}
          defaultValue={typed['name']}
          error={problems.name}
          onChange={() => edited('name')}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX}
          defaultValue={typed['email']}
          error={problems.email}
          onChange={() => edited('email')}
        />
      </div>
      <SelectField
        label="What’s it about?"
        name="topic"
        options={TOPICS}
        defaultValue={typed['topic'] ?? topic}
        error={problems.topic}
        onChange={() => edited('topic')}
      />
      <MessageField
        name="message"
        required
        defaultValue={typed['message']}
        error={problems.message}
        onEdit={() => edited('message')}
      />
      {/* Bots fill in every field they find. */}
      <div className="sr" aria-hidden="true">
        <label>
          Leave this empty
          <input name={CONTACT_TRAP} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {failure !== null && (
        <p className="error" role="alert">
          <CircleAlert className="icon sm" aria-hidden="true" />
          <span>{failure}</span>
        </p>
      )}
      <Button className="contact-send" type="submit" size="lg" busy={isBusy} busyText="Sending...">
        Send message
      </Button>
    </form>
  );
}
