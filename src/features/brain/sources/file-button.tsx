import { useRef, type ReactNode } from 'react';
import { ACCEPTED_FILES } from '#src/domain/brain/file-problem.ts';

type FileButtonProps = {
  className: string;
  /** Whether several files can be chosen. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

/** A button that opens the browser's dialog for files. */
export function FileButton({ className, multiple, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={ACCEPTED_FILES}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
