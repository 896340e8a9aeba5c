import { CircleAlert, Lock } from 'lucide-react';
import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { PREMIUM_TEMPLATE_LOCKED } from '#contract/templates/template-errors.ts';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import type { TemplateList, TemplateSummary } from '#src/domain/templates/template.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { useTemplateAccess } from './template-access.ts';

/** At the limit of the plan: what that means, and the way on. */
export function LimitAlert({ usage: { used, limit }, also }: Pick<TemplateList, 'usage'> & { also?: string }) {
  const { tier, offerMore } = useTemplateAccess();
  if (limit === 'unlimited' || used < limit || tier === undefined) return null;
  const text = `You’ve used all ${formatNumber(limit)} templates in ${PLAN_NAMES[tier]} this month.`;
  return (
    <Banner
      label={USAGE_LIMIT_TITLE}
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      slim
      title={`${USAGE_LIMIT_TITLE}.`}
      text={also === undefined ? text : `${text} ${also}`}
    >
      <Button size="sm" onClick={() => offerMore(text)}>
        {TEMPLATE_TEXTS.upgrade}
      </Button>
    </Banner>
  );
}

type BeforeUseProps = { template: TemplateSummary; usage: TemplateList['usage'] };

/** What would refuse the use of a template, said before anyone fills it in. */
export function BeforeUse({ template, usage }: BeforeUseProps) {
  const { isLocked, offerPremium } = useTemplateAccess();
  if (!isLocked(template))
    return <LimitAlert usage={usage} also="You can fill this one in, but copying it as a new text has to wait." />;
  return (
    <Banner
      label="Premium template"
      icon={<Lock className="icon" aria-hidden="true" />}
      slim
      title={PREMIUM_TEMPLATE_LOCKED}
      text="You can look at this one, but not use it."
    >
      <Button size="sm" onClick={offerPremium}>
        See plans
      </Button>
    </Banner>
  );
}
