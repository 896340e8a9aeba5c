import type { TeammateModel, ModelRequest } from '#server/gateways/model/model.ts';
import type { TextTask } from '#server/prompts/model-task.ts';

type Script = (request: ModelRequest) => AsyncIterable<string>;

/** A model that gives the answers a test scripts, and records its requests. It calls tools only if a test lets it. */
export type ScriptedModel = TeammateModel & {
  requests: ModelRequest[];
  answerWith: (script: Script) => void;
  hasTools: boolean;
};

async function* sayHello(): AsyncGenerator<string> {
  yield 'Hello ';
  yield 'there.';
}

export function scriptedModel(): ScriptedModel {
  let script: Script = sayHello;
  const requests: ModelRequest[] = [];
  return {
    requests,
    hasTools: false,
    canCallTools() {
      return this.hasTools;
    },
    answerWith: (next) => {
      script = next;
    },
    answer: async (request) => {
      requests.push(request);
      for await (const piece of script(request)) request.onText(piece);
      return { inputTokens: null, outputTokens: null };
    },
  };
}

/** What a task was about each time the model was asked to do it, oldest first: the JSON that its content is. */
export const givenFor = <Input>({ model }: { model: ScriptedModel }, { id }: TextTask<Input>): Input[] =>
  model.requests.filter(({ task }) => task === id).map(({ history }) => JSON.parse(history[0]?.content ?? '') as Input); // reason: the task writes its input as JSON
