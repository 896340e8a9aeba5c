import { sourceFilePath, type SourceScope, type UploadScope } from '#contract/brain/sources.ts';
import { hasFormOfCode, missingStepIn } from '#src/lib/app-error.ts';
import { signedIn } from './signed-in.ts';

export type FileUpload = {
  /** The source's id: the same id again is the same source. */
  id: string;
  file: File;
  /** The conversation that it is attached to. */
  conversationId?: string;
  /** Whether a new conversation is private. For an existing one, the server knows. */
  isPrivate?: boolean;
  /** Whether the whole team gets it, which is the default, or only that conversation. */
  scope?: UploadScope;
  /** Whether a new version of a file is held until its owner says whether it replaces that one. */
  holdNewVersion?: boolean;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
};

/** The resulting source. If the server already had the same file, that one. */
export type SentFile = {
  source: { id: string; name: string; scope: SourceScope; replacesId: string | null };
  isKnown: boolean;
};

const OFFLINE = 'We couldn’t send it. Please check your connection and try again.';

/** As an error of the API, so that its sentence is read with `errorText`. */
function failure(response: unknown): Error {
  const { appCode, message } = (response as { error?: { appCode?: unknown; message?: unknown } } | null)?.error ?? {}; // reason: each field is checked
  const isOurs = hasFormOfCode(appCode) && typeof message === 'string';
  return Object.assign(new Error(isOurs ? message : OFFLINE), {
    data: { appCode: isOurs ? appCode : 'UPLOAD_STALLED' },
  });
}

function send({
  id,
  file,
  conversationId,
  isPrivate,
  scope,
  holdNewVersion,
  onProgress,
  signal,
}: FileUpload): Promise<SentFile> {
  const query = new URLSearchParams({
    name: file.name,
    ...(conversationId === undefined ? {} : { conversation: conversationId }),
    ...(scope === undefined ? {} : { scope }),
    ...(isPrivate ? { private: 'true' } : {}),
    ...(holdNewVersion ? { holdNewVersion: 'true' } : {}),
  });
  return new Promise((resolve, reject) => {
    // Unlike fetch, it says how much has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', `${sourceFilePath(id)}?${query}`);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response as SentFile); // reason: what our server answers
      else reject(failure(request.response));
    });
    request.addEventListener('error', () => reject(failure(null)));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) return reject(signal.reason);
    request.send(file);
  });
}

/** Sends a file to be read. If the session has ended, it is sent again once the person has signed in on the page. */
export async function uploadFile(upload: FileUpload): Promise<SentFile> {
  try {
    return await send(upload);
  } catch (error) {
    const missingStep = missingStepIn(error);
    if (missingStep === null || !signedIn.expire(missingStep)) throw error;
    await signedIn.whenBack();
    return send(upload);
  }
}
