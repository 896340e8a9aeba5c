import { useEffect, useRef, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/** Takes the files that are dropped anywhere on the page, or pasted outside of a field. Returns whether some are held over the page. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  }, [onFiles]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // Every element on the way is entered and left, the next one before the last.
    let depth = 0;
    const move = (by: number) => {
      depth = Math.max(depth + by, 0);
      setIsOver(depth > 0);
    };
    document.addEventListener('dragenter', (event) => hasFiles(event) && move(1), { signal });
    document.addEventListener('dragleave', (event) => hasFiles(event) && move(-1), { signal });
    // Otherwise the browser would leave the page for the file.
    document.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        move(-depth);
        latest.current([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      ({ target, clipboardData }) => {
        const files = [...(clipboardData?.files ?? [])];
        if (files.length > 0 && !isField(target)) latest.current(files);
      },
      { signal },
    );
    return () => controller.abort();
  }, []);
  return isOver;
}
