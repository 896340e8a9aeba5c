import type { Assistant, AssistantId } from '#contract/chat/assistants.ts';
import { INTRODUCTIONS } from '#contract/chat/introductions.ts';

const MORE: Record<AssistantId, readonly [string, string]> = {
  brain_ai: ['Who should handle our spring sale?', 'What do you remember about us?'],
  seomi: ['Write a page title and description for our shop.', 'How should I split a small ad budget?'],
  emmie: ['Draft a three-part welcome series.', 'Win back people who haven’t ordered in a year.'],
  soshie: ['Plan next week, one post a day.', 'Write three captions for a behind-the-scenes photo.'],
  cassie: ['Answer a customer whose package is late.', 'Draft answers to our five most common questions.'],
  milli: ['Write a follow-up to a quiet lead.', 'How do I answer "that is too expensive"?'],
  landa: ['Suggest five headlines for our home page.', 'What should a good booking page contain?'],
  viddy: ['Give me five hooks for a short video.', 'Make a shot list for a product video.'],
  opsie: ['Write a checklist for closing the month.', 'Which of my weekly routines could I automate?'],
  finny: ['Which five numbers should I watch every month?', 'Explain margin and markup with an example.'],
  content_writer: ['Write an about page in our voice.', 'Make this paragraph half as long.'],
  code_helper: ['Explain this error message to me.', 'Write an embed for our opening hours.'],
  data_analyst: ['Turn these figures into a table by month.', 'What should I ask my sales data?'],
  marketing_expert: ['Say what we do in one sentence.', 'Compare three ways to reach local customers.'],
  research_assistant: [
    'What should I check before choosing a supplier?',
    'Break down the cost of opening a second shop.',
  ],
};

/** Three requests to start with, as a customer would word them. */
export function sampleRequests(assistant: Assistant): string[] {
  return [INTRODUCTIONS[assistant.id].sampleRequest, ...MORE[assistant.id]];
}
