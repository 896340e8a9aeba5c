/** What Emmie says in the hero's demo. The sentences are written beforehand: the demo asks no model and keeps nothing. */
export type DemoAnswer = { text: string; subject: string; preview: string };

const BASKET: DemoAnswer = {
  text: 'One friendly reminder is enough. I would send it the next morning:',
  subject: 'Still thinking it over?',
  preview: 'Your basket is where you left it. Reply if a question is holding you back.',
};
const WELCOME: DemoAnswer = {
  text: 'Three short emails: hello today, your story on day three, a first offer on day seven. The first one:',
  subject: 'Good to have you here',
  preview: 'Who we are, what we make, and how to reach a person.',
};
const NEWSLETTER: DemoAnswer = {
  text: 'One story, one product, one link. For example:',
  subject: 'What came off the bench this month',
  preview: 'A short look behind the door, and the piece we are proudest of.',
};
const ANYTHING: DemoAnswer = {
  text: 'This is a demo, so my answers here are prepared. In your account I draft from your own words. A start could be:',
  subject: 'A small note from us',
  preview: 'One thing worth knowing this week, in two minutes.',
};

const TOPICS: readonly { words: RegExp; answer: DemoAnswer }[] = [
  { words: /basket|cart|abandon|checkout/iu, answer: BASKET },
  { words: /welcome|subscrib|sign[- ]?up|new customer/iu, answer: WELCOME },
  { words: /newsletter|monthly|update|news/iu, answer: NEWSLETTER },
];

/** The prepared answer that fits a question best. */
export function demoAnswer(question: string): DemoAnswer {
  return TOPICS.find((topic) => topic.words.test(question))?.answer ?? ANYTHING;
}
