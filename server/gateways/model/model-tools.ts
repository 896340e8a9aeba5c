import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';

/** Something that the model can ask the product to do. `inputSchema` is a JSON Schema of its arguments. */
export type ModelTool = { name: string; description: string; inputSchema: Record<string, unknown> };

/**
 * A tool call. `input` is what the model wrote, parsed but not checked; undefined if it isn't JSON, or too long.
 */
export type ToolCall = { id: string; name: string; input: unknown };
/** A call, and the result that the model is given. */
export type AnsweredCall = ToolCall & { result: string };

/** A request's tools. With `called` (the model's earlier text and calls), the model can only write text. */
export type Tools = { offered: readonly ModelTool[]; called?: { text: string; calls: readonly AnsweredCall[] } };

/** Maximum number of calls per answer, and the maximum length of each one's arguments, in UTF-16 units. */
const CALLS_MAX = 5;
const INPUT_MAX = 8_000;

/** A call that the product may execute; nothing if it's over the limit, or the provider executed it. */
export function readToolCall(part: LanguageModelV4ToolCall, before: number): ToolCall[] {
  if (before >= CALLS_MAX || part.providerExecuted === true) return [];
  let input: unknown;
  try {
    if (part.input.length <= INPUT_MAX) input = JSON.parse(part.input === '' ? '{}' : part.input);
  } catch {
    // The tool says that it couldn't read its arguments.
  }
  return [{ id: part.toolCallId, name: part.toolName, input }];
}

const toFunction = ({ name, description, inputSchema }: ModelTool): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema,
});

/** Providers require the tool definitions even in a request that carries tool results and allows no new calls. */
export function toolOptions(tools: Tools | undefined): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'> {
  if (!tools) return {};
  return { tools: tools.offered.map(toFunction), toolChoice: { type: tools.called ? 'none' : 'auto' } };
}

/** What the model wrote and called earlier in this turn, and the results. */
export function toolExchange(tools: Tools | undefined): LanguageModelV4Prompt {
  if (!tools?.called) return [];
  const { text, calls } = tools.called;
  return [
    {
      role: 'assistant',
      content: [
        ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ id, name, input }) => ({
          type: 'tool-call' as const, // reason: the literals are the union's tags
          toolCallId: id,
          toolName: name,
          input: input ?? {},
        })),
      ],
    },
    {
      role: 'tool',
      content: calls.map(({ id, name, result }) => ({
        type: 'tool-result' as const, // reason: as above
        toolCallId: id,
        toolName: name,
        output: { type: 'text' as const, value: result }, // reason: as above
      })),
    },
  ];
}
