/** The body of every refusal, in OpenAI's shape. */
export type OpenAiError = { error: { message: string; type: string; param: string | null; code: string | null } };

export function openAiError(
  message: string,
  type: string,
  code: string | null = null,
  param: string | null = null,
): OpenAiError {
  return { error: { message, type, param, code } };
}
