import { createFileRoute } from '@tanstack/react-router';
import { PressPage } from '#src/features/newsletter/press-page.tsx';
import { privateHead } from '#src/lib/page-head.ts';

export const Route = createFileRoute('/_site/newsletter_/unsubscribe')({
  validateSearch: ({ token }: Record<string, unknown>): { token: string } => ({
    token: typeof token === 'string' ? token : '',
  }),
  head: () => privateHead('Unsubscribe'),
  component: Unsubscribe,
});

function Unsubscribe() {
  return (
    <PressPage
      title="Leave the letter?"
      text="One press takes your address off the list, at once. Nothing else of yours is touched."
      action="/newsletter/unsubscribe"
      token={Route.useSearch().token}
      button="Unsubscribe"
    />
  );
}
