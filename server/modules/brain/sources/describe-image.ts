import type { SourceProblem } from '#contract/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { DocumentImage } from '#server/gateways/documents/reading.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import { describeImage } from '#server/prompts/image.ts';
import { promptVersion, type PromptVersion } from '#server/prompts/model-task.ts';

/** Providers refuse larger pictures. */
const IMAGE_MAX_BYTES = 5_000_000;

export type DescribeImage = (
  userId: UserId,
  image: DocumentImage & { bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<{ text: string; prompt: PromptVersion } | { problem: SourceProblem } | 'over budget'>;

type Dependencies = {
  ask: ModelTasks;
  isModelEnabled: boolean;
  /** Whether the model failed because it doesn't accept pictures, or not this one. */
  isRefusal: (error: unknown) => boolean;
};

/** Has the model write down what is in a picture: that is what can be found, quoted and learned from. */
export function createImageDescription({ ask, isModelEnabled, isRefusal }: Dependencies): DescribeImage {
  return async (userId, { mime, bytes, title }, signal) => {
    if (!isModelEnabled) return { problem: 'images_off' };
    if (bytes.length > IMAGE_MAX_BYTES) return { problem: 'image_too_heavy' };
    try {
      const answer = await ask(userId, describeImage, { fileName: title, mime, bytes }, signal);
      if (answer === null) return 'over budget';
      const lines = answer.lines.filter((line) => line !== '' && !holdsSecret(line));
      if (lines.length === 0) return { problem: 'file_empty' };
      return { text: lines.join('\n'), prompt: promptVersion(describeImage) };
    } catch (error) {
      if (isRefusal(error)) return { problem: 'images_refused' };
      throw error;
    }
  };
}
