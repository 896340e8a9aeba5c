import { useRef, type ComponentProps } from 'react';

type FileButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & {
  /** The endings of the files that the dialog offers. */
  accept: string;
  /** Whether several files can be chosen. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
};

/** A button that opens the browser's dialog for files. */
export function FileButton({ accept, multiple, onFiles, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" {...rest} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
