import { z } from 'zod';

// Real clients send many more settings; those that change nothing here are ignored.
const contentSchema = z
  .union([
    z.string(),
    z.array(
      z.object({
        type: z.string(),
        text: z.string().optional(),
        image_url: z.object({ url: z.string() }).optional(),
      }),
    ),
    z.null(),
  ])
  .optional();

export const chatRequestSchema = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']), content: contentSchema }))
    .min(1)
    .max(1_000),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

type Content = z.infer<typeof contentSchema>;

function textOf(content: Content): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => part.text ?? '').join('');
}

/** The pictures of a message: the bytes of their data URLs. */
function imagesOf(content: Content): Buffer[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ image_url: image }) => {
    const base64 = /^data:image\/[a-z]+;base64,(.*)$/s.exec(image?.url ?? '')?.[1];
    return base64 === undefined ? [] : [Buffer.from(base64, 'base64')];
  });
}

/** Says what the model is asked to do. Requests of other programs than the product have none. */
export const TASK_HEADER = 'x-tenfold-task';

/** The conversation: the instructions, and the turns as plain text with the pictures in them. */
export type Conversation = {
  /** What the header says; empty for a plain chat. */
  task?: string;
  instructions: string;
  turns: { role: 'user' | 'assistant'; text: string; images?: Buffer[] }[];
  /** The names of the tools that may be called. */
  tools?: string[];
  /** What was said about the calls of the last turn. */
  results?: string[];
};

const withImages = (images: Buffer[]) => (images.length > 0 ? { images } : {});

export function readConversation(request: ChatRequest, task = ''): Conversation {
  const instructions = request.messages.filter(({ role }) => role === 'system' || role === 'developer');
  const results = request.messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
  const tools = request.tool_choice === 'none' ? [] : (request.tools ?? []);
  return {
    ...(tools.length > 0 ? { tools: tools.map(({ function: { name } }) => name) } : {}),
    ...(results.length > 0 ? { results } : {}),
    task,
    instructions: instructions.map(({ content }) => textOf(content)).join('\n\n'),
    turns: request.messages.flatMap(({ role, content }) =>
      role === 'user' || role === 'assistant'
        ? [{ role, text: textOf(content), ...withImages(imagesOf(content)) }]
        : [],
    ),
  };
}
