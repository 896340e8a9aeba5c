import type { Blank } from '#contract/templates/blanks.ts';
import { builtIn } from '../built-in.ts';
import { businessName } from '../shared-blanks.ts';

/** A post, as it will be published. */
const post = (name: string, label: string, hint: string, example: string): Blank => ({
  kind: 'text',
  name,
  label,
  hint,
  example,
  isRequired: true,
  maxLength: 400,
  ending: 'sentence',
});

export const monthPlanner = builtIn({
  id: 'month-planner',
  title: 'Month planner',
  description: 'Twelve posts across four weeks.',
  whenToUse:
    'In the last week of a month, for the next one. Have the posts drafted from what your team knows, make them yours, then take the pictures for a week in one go.',
  category: 'social',
  tags: ['planning'],
  isPremium: true,
  text: {
    subject: null,
    body: `Twelve posts for {{businessName}}, four weeks starting {{firstMonday}}
The goal: {{goal}}

Week 1: who you are

Monday, with a photo of someone at work
{{person}}

Wednesday, with a photo of the counter
{{commonQuestion}}

Friday, with any photo that fits
{{weekendQuestion}}

Week 2: what you do

Monday, with three pictures of the same thing
{{process}}

Wednesday, with a photo of it in use
{{product}}

Friday, with a short video of your hands
{{tip}}

Week 3: who you do it for

Monday, with a photo they agreed to
{{customerStory}}

Wednesday, with two pictures from the same spot
{{beforeAfter}}

Friday, with the one you thank tagged
{{thanks}}

Week 4: why to come now

Monday, with a photo of what’s new
{{news}}

Wednesday, with the offer in the picture, too
{{offer}}

Friday, with the picture of the month
{{lookBack}}

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
      weekday: 'Monday',
      isUpcoming: true,
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
      from: {
        factKinds: ['date'],
        words: ['goal', 'target', 'aim'],
        part: 'value',
        sentence: 'Our goal for the month: {{goal}}',
        isLasting: false,
      },
    },
    post(
      'person',
      'Monday, week 1: a person at work',
      'Who they are, what they’re doing in the photo, and one thing people don’t know about them.',
      'This is Sam, truing a wheel. She learned it from her grandmother, who rode to the mill every day until she was eighty. If your wheel rubs, Sam hears it before you’ve reached the counter.',
    ),
    post(
      'commonQuestion',
      'Wednesday, week 1: a question you hear',
      'The question as customers put it, and your answer in three sentences.',
      '“Is it worth repairing, or should I buy a new one?” If the frame is straight, it’s usually worth it. We look at it with you and say so if it isn’t.',
    ),
    post(
      'weekendQuestion',
      'Friday, week 1: a question for them',
      'Easy to answer in a comment, and about them.',
      'Where does your first ride of the year go? Ours goes to the pie place by the canal, whatever the weather says.',
    ),
    post(
      'process',
      'Monday, week 2: start to finish',
      'The captions of three pictures of one job or product.',
      'Picture 1: a chain that has seen a winter of salt. Picture 2: the same chain, an hour in the cleaner later. Picture 3: back on the bike, and you can hear the difference.',
    ),
    post(
      'product',
      'Wednesday, week 2: a product or service',
      'What it is, its price, and who it’s for.',
      'The spring tune-up is $80. It’s for bikes that spent the winter in a garage: brakes, gears, bearings, tires, and a test ride at the end.',
    ),
    post(
      'tip',
      'Friday, week 2: a free tip',
      'Something people can do at home in five minutes, step by step.',
      'No gauge? Press your thumb on the tire, right above the ground, with your weight on the saddle. If it flattens by more than a finger’s width, pump it up before you ride.',
    ),
    post(
      'customerStory',
      'Monday, week 3: a customer’s words',
      'Their words, with their permission, and the story behind them.',
      '“It has had more parts than owners by now.” That’s Dana on her commuter bike, which is on its third chain and second owner. Thank you for letting us keep it going, Dana.',
    ),
    post(
      'beforeAfter',
      'Wednesday, week 3: before and after',
      'What was wrong, and what you did about it.',
      'Left: how the blue touring bike came in, with flat tires and a seized brake. Right: how it left. All it needed was two cables, one afternoon and some patience.',
    ),
    post(
      'thanks',
      'Friday, week 3: a thank-you',
      'Whom you thank, tagged, and for what.',
      'A thank-you to the hardware store next door, which lends us its big vise whenever ours isn’t big enough. Go and buy your screws there.',
    ),
    post(
      'news',
      'Monday, week 4: what’s new',
      'New hours, products or people, and what customers get from it.',
      'We now open at 7:30, so that people who ride to work can drop their bikes off on the way. You’ll have it back by the time you go home, or we’ll tell you why not.',
    ),
    post(
      'offer',
      'Wednesday, week 4: the offer or date',
      'With the last day and the terms.',
      'Tune-ups booked before March 31 are $70 instead of $80. Call us or stop by; parts are extra, and we ask before we fit any.',
    ),
    post(
      'lookBack',
      'Friday, week 4: the month in one picture',
      'What the picture shows, and what comes next.',
      'Forty bikes left the shop this month, and this is the wall where their tags hang. Next month we start on the ones with three wheels.',
    ),
  ],
  business: 'bikes',
});
