import { createFileRoute } from '@tanstack/react-router';
import { OnboardingPage } from '#src/features/onboarding/onboarding-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_app/onboarding')({
  head: () => privateHead('Set up'),
  component: OnboardingPage,
});
