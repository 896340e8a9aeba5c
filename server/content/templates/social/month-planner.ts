import type { Blank } from '#contract/templates/blanks.ts';
import { builtIn } from '../built-in.ts';
import { businessName } from '../shared-blanks.ts';

/** Something that a post is about. */
const subject = (name: string, label: string, hint: string, example: string): Blank => ({
  kind: 'text',
  name,
  label,
  hint,
  example,
  isRequired: true,
  maxLength: 160,
  ending: 'sentence',
});

export const monthPlanner = builtIn({
  id: 'month-planner',
  title: 'Month planner',
  description: 'Twelve posts across four weeks.',
  whenToUse:
    'In the last week of a month, for the next one. Fill it in once, then take the pictures for a week in one go.',
  category: 'social',
  tags: ['planning'],
  isPremium: true,
  text: {
    subject: null,
    body: `Posts for {{businessName}}, four weeks starting {{firstMonday}}
The goal: {{goal}}

Week 1: who you are
Monday. A person at work, with a photo and their first name: {{person}}
Wednesday. The question you hear most, and your answer in three sentences: {{commonQuestion}}
Friday. Something to comment on. Ask: {{weekendQuestion}}

Week 2: what you do
Monday. Three pictures of a job or a product from start to finish: {{process}}
Wednesday. One product or service with its price, and who it’s for: {{product}}
Friday. A tip that people can use without buying anything: {{tip}}

Week 3: who you do it for
Monday. A customer’s words, with their permission, and the story behind them: {{customerStory}}
Wednesday. A before and an after, side by side: {{beforeAfter}}
Friday. A thank-you to a neighbor, supplier or customer, tagged: {{thanks}}

Week 4: why to come now
Monday. What’s new this month: {{news}}
Wednesday. The offer or date people shouldn’t miss, with its terms: {{offer}}
Friday. A look back at the month in one picture, and what comes next: {{lookBack}}

Every week
Answer comments on the day they’re written. On Sunday, look at which post got the most replies, and plan one more of its kind for next month.`,
  },
  blanks: [
    businessName('Third Gear'),
    {
      kind: 'date',
      name: 'firstMonday',
      label: 'First Monday',
      hint: 'The day of the first post.',
      example: '2027-03-01',
      isRequired: true,
    },
    {
      kind: 'text',
      name: 'goal',
      label: 'What the posts are for',
      hint: 'One goal for the month, such as more bookings for one service.',
      example: 'filling the repair stands before the first warm weekend.',
      isRequired: true,
      maxLength: 160,
      ending: 'sentence',
      from: { factKinds: ['date'], words: ['goal', 'target', 'aim'], part: 'value' },
    },
    subject(
      'person',
      'A person at work',
      'Who, doing what, and one thing people don’t know about them.',
      'Sam truing a wheel, who learned it from her grandmother.',
    ),
    subject(
      'commonQuestion',
      'The question you hear most',
      'As customers put it.',
      '“Is it worth repairing, or should I buy a new one?”',
    ),
    subject(
      'weekendQuestion',
      'A question for the weekend',
      'Easy, and about them.',
      '“Where does your first ride of the year go?”',
    ),
    subject(
      'process',
      'Start to finish',
      'A job or product with three good pictures.',
      'a rusty chain, on the bike, in the cleaner, and back on.',
    ),
    {
      kind: 'text',
      name: 'product',
      label: 'Product or service of the month',
      hint: 'With its price.',
      example: 'the spring tune-up, $80, for bikes that spent the winter in a garage.',
      isRequired: true,
      maxLength: 160,
      ending: 'sentence',
    },
    subject(
      'tip',
      'A free tip',
      'Something people can do at home in five minutes.',
      'how to check a tire without a gauge.',
    ),
    subject(
      'customerStory',
      'A customer’s words',
      'Whose, and what about. Ask before you quote.',
      'Dana, whose commuter bike is on its third chain and second owner.',
    ),
    subject(
      'beforeAfter',
      'Before and after',
      'Two pictures from the same spot.',
      'the blue touring bike, as it came in and as it left.',
    ),
    subject(
      'thanks',
      'Someone to thank',
      'Who, and for what.',
      'the hardware store next door, which lends us its big vise.',
    ),
    subject('news', 'What’s new', 'New hours, products or people.', 'open from 7:30 for people who ride to work.'),
    subject(
      'offer',
      'The offer or date',
      'With the last day and the terms.',
      'tune-ups at $65 until March 31, one per person, parts not included.',
    ),
    subject(
      'lookBack',
      'Looking back',
      'What you’ll photograph, and what’s next.',
      'the wall of repair tags, and the first group ride in April.',
    ),
  ],
  business: 'bikes',
});
