import { AppWindow, Store, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { BUSINESS_TYPES, type BusinessType } from '#contract/account/profile-choices.ts';
import { ChoiceCards } from '../forms/choice-cards.tsx';

const lead = (Icon: LucideIcon) => (
  <span className="lead" aria-hidden="true">
    <Icon className="icon" />
  </span>
);
const LEADS: Record<BusinessType, ReactNode> = {
  ecommerce: lead(Store),
  saas: lead(AppWindow),
  freelancer: lead(UserRound),
  agency: lead(UsersRound),
};

type BusinessTypesProps = {
  draft: { businessType: BusinessType | null };
  change: (change: { businessType: BusinessType }) => void;
};

/** The types of business, one of which is chosen. The fieldset around them carries the question. */
export function BusinessTypes({ draft, change }: BusinessTypesProps) {
  return (
    <div className="grid2">
      <ChoiceCards
        type="radio"
        name="businessType"
        choices={BUSINESS_TYPES}
        leads={LEADS}
        isChosen={(type) => draft.businessType === type}
        onChoose={(businessType) => change({ businessType })}
      />
    </div>
  );
}
