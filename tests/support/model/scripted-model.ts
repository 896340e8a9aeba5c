import type { ModelGateway, ModelRequest } from '#server/gateways/model/model.ts';

type Script = (request: ModelRequest) => AsyncIterable<string>;

/** A model that answers what a test wants, and remembers what it was asked. */
export type ScriptedModel = ModelGateway & { requests: ModelRequest[]; answerWith: (script: Script) => void };

async function* sayHello(): AsyncGenerator<string> {
  yield 'Hello ';
  yield 'there.';
}

export function scriptedModel(): ScriptedModel {
  let script: Script = sayHello;
  const requests: ModelRequest[] = [];
  return {
    requests,
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
