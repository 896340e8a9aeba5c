import { useState } from 'react';
import type { BlankValue } from '#contract/templates/blanks.ts';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { toast, type ToastAction } from '#src/lib/toast.ts';
import { useTemplateAccess } from '../template-access.ts';
import { copyText } from './copy-text.ts';

type Values = Record<string, BlankValue>;

/** What goes on the clipboard: an email has its subject on top. */
export const wholeText = ({ subject, body }: { subject: string | null; body: string }): string =>
  subject === null ? body : `Subject: ${subject}\n\n${body}`;

/** Uses a template: the server counts it and returns the text, which is then copied or opened. */
export function useTemplateUse(templateId: string) {
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const { offerPremium, offerMore } = useTemplateAccess();
  /** A text that the browser didn't let us copy. */
  const [uncopied, setUncopied] = useState<string | null>(null);
  const { mutateAsync, isPending } = trpc.powerUps.templates.use.useMutation({
    onSuccess: ({ usage }) => {
      renew();
      utils.powerUps.templates.list.setData(undefined, (list) => list && { ...list, usage });
      void utils.powerUps.templates.invalidate();
      void utils.usage.invalidate();
    },
    onError: (error) => {
      const code = errorCode(error);
      if (code === 'USAGE_LIMIT') {
        void utils.powerUps.templates.list.invalidate();
        offerMore(errorText(error));
      } else if (code === 'FEATURE_LOCKED') offerPremium();
      else toastError(error);
    },
  });
  const ask = (values: Values) => mutateAsync({ id: idOf(JSON.stringify(values)), templateId, values });

  return {
    isPending,
    uncopied,
    forgetUncopied: () => setUncopied(null),
    /** The text, or null if it was refused, which has been said. */
    use: (values: Values): Promise<string | null> => ask(values).then(wholeText, () => null),
    /** Copies the text and says so. True once it counts as used. */
    copy: async (values: Values, next: ToastAction): Promise<boolean> => {
      const text = ask(values).then(wholeText);
      try {
        await copyText(text);
        toast.success({ ...TEMPLATE_TEXTS.used, action: next, lifeMs: 8_000 });
        return true;
      } catch {
        const refused = await text.catch(() => null);
        setUncopied(refused);
        return refused !== null;
      }
    },
  };
}
