import { builtIn } from '../built-in.ts';
import { adLine } from './ad-blanks.ts';
import { FEED_AD, LEAD_FORM } from './ad-limits.ts';

export const leadFormAd = builtIn({
  id: 'lead-form-ad',
  title: 'Lead form ad',
  description: 'Asks for little and says why.',
  whenToUse: 'When you have something small and useful to give for an email address, and time to answer within a day.',
  category: 'ads',
  tags: ['leads'],
  text: {
    subject: null,
    body: `The ad
Text: {{text}}
Headline: {{headline}}
Description: {{description}}
Button: {{button}}

The form
Form headline: {{formHeadline}}
Why we ask: {{whyWeAsk}}
Fields: first name and email address, nothing else
Question: {{question}}
{{answers}}
Privacy policy: {{privacyPage}}

After sending
Thank-you headline: {{thanksHeadline}}
What happens next: {{whatNext}}
Link: {{thanksLink}}`,
  },
  blanks: [
    adLine(
      'text',
      'Ad text',
      FEED_AD.text,
      'Who it’s for, and what they get. Two short sentences.',
      'Self-employed, and taxes again? Our one-page list says which receipts to keep and which to throw away.',
    ),
    adLine('headline', 'Headline', FEED_AD.headline, 'What they get.', 'The receipt list, one page, free'),
    adLine(
      'description',
      'Description',
      FEED_AD.description,
      'One detail that helps people decide.',
      'By email, within a minute',
    ),
    {
      kind: 'choice',
      name: 'button',
      label: 'Button',
      hint: 'The ad system offers these.',
      example: 'download',
      isRequired: true,
      choices: [
        { id: 'download', label: 'Download', text: 'Download' },
        { id: 'quote', label: 'Get quote', text: 'Get quote' },
        { id: 'signUp', label: 'Sign up', text: 'Sign up' },
        { id: 'learnMore', label: 'Learn more', text: 'Learn more' },
      ],
    },
    adLine(
      'formHeadline',
      'Form: headline',
      LEAD_FORM.headline,
      'The same promise as in the ad.',
      'Where should we send your list?',
    ),
    {
      kind: 'choice',
      name: 'whyWeAsk',
      label: 'Form: why you ask',
      hint: 'What you’ll do with the address. Keep to it.',
      example: 'onceMore',
      isRequired: true,
      choices: [
        { id: 'once', label: 'Send it, nothing else', text: 'We send what you asked for and nothing else.' },
        {
          id: 'onceMore',
          label: 'Send it and ask once',
          text: 'We send what you asked for and write once more to see whether it helped.',
        },
        {
          id: 'newsletter',
          label: 'Send it and the newsletter',
          text: 'We send what you asked for and our newsletter, which you can stop any time.',
        },
        { id: 'call', label: 'Answer a request', text: 'We use it to answer your request and for nothing else.' },
      ],
    },
    adLine(
      'question',
      'Form: one question',
      LEAD_FORM.question,
      'The one thing you need to know to send the right thing.',
      'How do you keep your receipts today?',
    ),
    {
      kind: 'list',
      name: 'answers',
      label: 'Form: answers to choose from',
      hint: 'Two to five, so that a thumb is enough.',
      example: ['In a box', 'In a folder, by month', 'In an app', 'I don’t'],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: LEAD_FORM.answer,
    },
    {
      kind: 'text',
      name: 'privacyPage',
      label: 'Privacy policy',
      hint: 'The page on your website. The ad system asks for it.',
      example: 'plainbook.example/privacy',
      isRequired: true,
      maxLength: 200,
    },
    adLine(
      'thanksHeadline',
      'After sending: headline',
      LEAD_FORM.headline,
      'Say that it’s on its way.',
      'Thank you. The list is on its way.',
    ),
    {
      kind: 'text',
      name: 'whatNext',
      label: 'After sending: what happens next',
      hint: 'When it arrives, from whom, and what to do if it doesn’t.',
      example: 'It comes from priya@plainbook.example within a minute. If it doesn’t, check your spam folder.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'thanksLink',
      label: 'After sending: link',
      hint: 'A page for people who’d like to know more now: your website or a page on it.',
      example: 'plainbook.example',
      isRequired: true,
      maxLength: 200,
      from: { profile: 'website' },
    },
  ],
  business: 'bookkeeping',
});
