import { serveReadings } from '../../reading-process/serve-readings.ts';
import type { PageAnswer, PageRequest } from './requests.ts';

serveReadings<PageRequest, never, PageAnswer>(async (request) => {
  const { answerRequest } = await import('./answer-request.ts');
  return answerRequest(request);
});
