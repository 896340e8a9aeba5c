import { AppWindow, PenLine, Store, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { BUSINESS_TYPE_TEXT_MAX, BUSINESS_TYPES, type BusinessType } from '#contract/account/profile-choices.ts';
import { ChoiceCards } from '../forms/choice-cards.tsx';
import { TextField } from '../forms/text-field.tsx';

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
  other: lead(PenLine),
};

type BusinessTypesProps = {
  draft: { businessType: BusinessType | null; businessTypeText: string };
  errors: { businessTypeText?: string };
  change: (change: { businessType: BusinessType } | { businessTypeText: string }) => void;
};

/**
 * Radio buttons for the type of business, with a text field for "other". The fieldset around them
 * has the question as its label.
 */
export function BusinessTypes({ draft, errors, change }: BusinessTypesProps) {
  return (
    <>
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
      {draft.businessType === 'other' && (
        <TextField
          label="In a few words, what is it?"
          name="businessTypeText"
          placeholder="Dog groomer"
          maxLength={BUSINESS_TYPE_TEXT_MAX}
          required
          value={draft.businessTypeText}
          error={errors.businessTypeText}
          onChange={(event) => change({ businessTypeText: event.target.value })}
        />
      )}
    </>
  );
}
