import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { serveBaseline } from './serve.mjs';

// The example from the documentation of `ai`: streamText, with its text piped to the reader. Nothing is saved.
const provider = createOpenAICompatible({ name: 'bench', baseURL: process.argv[2], apiKey: 'bench' });
const model = provider('bench');

async function answer(request, response) {
  const { messages } = await json(request);
  await streamText({ model, messages }).pipeTextStreamToResponse(response);
}

serveBaseline(createServer((request, response) => void answer(request, response)));
