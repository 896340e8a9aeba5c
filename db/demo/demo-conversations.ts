import type { ConversationsTable } from '../types.gen.ts';
import type { DemoFile } from './demo-files.ts';

type Exchange = { question: string; answer: string };
type Sample = {
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  hoursAgo: number;
  turns: Exchange[];
  /** The thread before its first question was edited. */
  replaced?: Exchange[];
  /** A file that came with its first question. */
  file?: DemoFile;
};

/** Recent conversations of Maya, who runs Fern & Kiln, a made-up shop. */
export const DEMO_CONVERSATIONS: Sample[] = [
  {
    assistantId: 'emmie',
    title: 'Welcome series for new customers',
    hoursAgo: 2,
    turns: [
      {
        question: 'I’d like a short welcome series for people who sign up at the market stall. Three emails at most.',
        answer:
          'Three is right. They have met you in person, so the first one can skip the introductions.\n\n### Market stall welcome series\n\n| Email | Sent | Subject | Goal |\n| --- | --- | --- | ---: |\n| 1 | Same evening | Nice to meet you by the bowls | Reply |\n| 2 | Day 4 | How a mug survives the kiln | Read |\n| 3 | Day 9 | Ten percent, because it rained | First order |\n\n- If you never discount **tableware sets**, leave them out of the third offer.\n- Merge field for the name is `{{first_name}}`.',
      },
      {
        question: 'Good. Write the first one.',
        answer:
          '**Subject:** Nice to meet you by the bowls\n\nHello {{first_name}}, thank you for stopping at the stall today. If one of the bowls stayed on your mind, just reply and tell me which one. I’ll put it aside until Saturday.\n\nMaya, Fern & Kiln',
      },
    ],
  },
  {
    assistantId: 'emmie',
    title: 'Kiln opening invitation',
    hoursAgo: 27,
    replaced: [
      {
        question: 'We open the kiln on Saturday. Draft an invitation.',
        answer: '**Subject:** Kiln opening\n\nHello {{first_name}}, you are invited to our kiln opening on Saturday.',
      },
      {
        question: 'That sounds like anyone could get it. Shorter, and warmer.',
        answer:
          '**Subject:** Saturday at the kiln\n\nHello {{first_name}}, the kiln is open on Saturday. We would love to see you.',
      },
    ],
    turns: [
      {
        question: 'We open the kiln on Saturday. Draft an invitation for our regulars.',
        answer:
          '**Subject:** Forty bowls, still warm\n\n**Preview:** Come for coffee on Saturday, leave with the first pick.\n\nHello {{first_name}}, the kiln is open on Saturday from ten. Coffee is on us, and the first pick is yours.',
      },
    ],
  },
  {
    assistantId: 'brain_ai',
    title: 'What should we do first this week?',
    hoursAgo: 5,
    turns: [
      {
        question: 'What should we do first this week?',
        answer:
          'With more sales and more visitors as your goals, I would go in this order.\n\n### This week\n\n1. **Ask Emmie** for the invitation to the kiln opening. Regulars buy first.\n2. **Ask Seomi** for three search phrases for the dinner plates.\n3. **Ask Soshie** for one post a day until Saturday.\n\nTell me how many hours you have, and I will cut it down.',
      },
    ],
  },
  {
    assistantId: 'seomi',
    title: 'Three searches for the spring range',
    hoursAgo: 80,
    file: {
      name: 'Spring line.csv',
      text: 'Item,Size,Price\nDinner plate,27 cm,$34\nSoup bowl,18 cm,$28\nCoffee cup,8 oz,$22\nServing plate,34 cm,$52\n',
    },
    turns: [
      {
        question: 'Which three searches should our spring line go after?',
        answer:
          'I cannot see search volumes from here, so take these as candidates to check in your own search console.\n\n| Phrase | Why it fits | Page |\n| --- | --- | --- |\n| handmade stoneware bowls | says what you make | Bowls |\n| ceramic dinner set for two | a buyer with a date in mind | Sets |\n| gift for coffee lovers ceramic | spring birthdays | Mugs |',
      },
    ],
  },
];
