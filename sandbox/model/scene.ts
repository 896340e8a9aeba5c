import { ASSISTANTS, assistantById, type Assistant } from '#contract/chat/assistants.ts';
import { BUSINESS_TYPES, type BusinessType } from '#contract/account/profile-choices.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';
import { readIntroduction, readProfile } from './read-instructions.ts';
import { topicOf } from './topic.ts';

/** The words that a kind of business uses for itself. */
type Wording = { place: string; offer: string; customers: string; moment: string };

const wordings: Record<BusinessType, Wording> = {
  ecommerce: { place: 'shop', offer: 'product', customers: 'shoppers', moment: 'order' },
  saas: { place: 'software', offer: 'plan', customers: 'users', moment: 'trial' },
  freelancer: { place: 'practice', offer: 'service', customers: 'clients', moment: 'enquiry' },
  agency: { place: 'agency', offer: 'service', customers: 'clients', moment: 'project' },
  // Also when the type is in the owner's own words, or not known.
  other: { place: 'business', offer: 'offer', customers: 'customers', moment: 'order' },
};

/** Everything an answer may refer to, as text that is safe inside Markdown. */
export type Scene = Wording & {
  assistant: Assistant;
  name: string;
  role: string;
  owner: string | null;
  business: string;
  /** The name for a draft: the business's own, or a blank to fill in. */
  sender: string;
  website: string | null;
  typeLabel: string | null;
  size: string | null;
  goals: string | null;
  question: string;
  /** The question's subject in quotation marks, or a phrase such as "your main product". */
  subject: string;
  /** The same without quotation marks, for drafts. */
  bareSubject: string;
  /** Earlier questions, oldest first. */
  earlier: string[];
};

/** Reads the instructions and the turns like a model would, as far as a worked example needs it. */
export function readScene(conversation: Conversation): Scene {
  const { instructions, turns } = conversation;
  const introduction = readIntroduction(instructions);
  const assistant = ASSISTANTS.find(({ name }) => name === introduction?.name) ?? assistantById('brain_ai');
  const facts = readProfile(instructions);
  const fact = (value: string | undefined) => (value ? plain(value, 80) || null : null);
  const type = BUSINESS_TYPES.find(({ label }) => label === facts.businessType);
  const wording = wordings[type?.id ?? 'other'];
  const questions = turns.flatMap(({ role, text }) => (role === 'user' ? [plain(text, 2_000)] : []));
  const question = questions.at(-1) ?? '';
  const topic = topicOf(question);
  return {
    ...wording,
    assistant,
    name: introduction?.name ?? assistant.name,
    role: introduction?.role ?? assistant.role,
    owner: fact(facts.fullName)?.split(' ')[0] ?? null,
    business: fact(facts.businessName) ?? `your ${wording.place}`,
    sender: fact(facts.businessName) ?? '[Your business]',
    website: fact(facts.website),
    typeLabel: fact(facts.businessType),
    size: fact(facts.businessSize),
    goals: fact(facts.businessGoals)?.toLowerCase() ?? null,
    question,
    subject: topic ? `“${topic}”` : `your main ${wording.offer}`,
    bareSubject: topic ?? `our ${wording.offer}`,
    earlier: questions.slice(0, -1).filter(Boolean),
  };
}
