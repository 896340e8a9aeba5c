type Options = {
  /** How long the reader may leave a piece waiting, and how long the whole download may take, in milliseconds. */
  idleMs: number;
  totalMs: number;
  /** Called once, however the download ends: read to the end, failed, canceled or timed out. */
  onEnd?: () => void;
  /** Called when the download failed or timed out. */
  onFailure: (error: unknown) => void;
};

/** A body that is produced while it is read, and is abandoned when its reader is too slow: what it holds would never be released. */
export function downloadStream(
  bytes: AsyncGenerator<Uint8Array>,
  { idleMs, totalMs, onEnd, onFailure }: Options,
): ReadableStream<Uint8Array> {
  let isOver = false;
  let idle: NodeJS.Timeout | undefined;
  let total: NodeJS.Timeout | undefined;

  let giveUp = (): void => undefined;

  function finish(): void {
    isOver = true;
    clearTimeout(idle);
    clearTimeout(total);
    onEnd?.();
  }

  return new ReadableStream(
    {
      start(controller) {
        giveUp = () => {
          finish();
          const error = new Error('the download was not read in time');
          onFailure(error);
          controller.error(error);
          // The stream has already failed.
          bytes.return(undefined).catch(() => undefined);
        };
        total = setTimeout(giveUp, totalMs);
        idle = setTimeout(giveUp, idleMs);
      },
      async pull(controller) {
        clearTimeout(idle);
        try {
          const { done, value } = await bytes.next();
          if (isOver) return;
          if (done) {
            finish();
            controller.close();
            return;
          }
          controller.enqueue(value);
          // Not refresh(): a timer that was cleared stays cleared.
          idle = setTimeout(giveUp, idleMs);
        } catch (error) {
          if (isOver) return;
          finish();
          onFailure(error);
          controller.error(error);
        }
      },
      async cancel() {
        if (!isOver) finish();
        await bytes.return(undefined);
      },
    },
    // Nothing is produced ahead of the reader.
    { highWaterMark: 0 },
  );
}
