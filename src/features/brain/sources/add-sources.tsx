import { ArrowRight } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { DropZone, type DropZoneProps } from './drop-zone.tsx';
import { KnownPage } from './known-page.tsx';
import { isFirstPage } from './source-words.ts';
import { useAddPage } from '#src/domain/brain/use-add-page.ts';

/** The two ways to add what is already written somewhere: files, and a web address. */
export function AddSources({ onAdded, ...dropZone }: DropZoneProps & { onAdded?: () => void }) {
  const { address, problem, existing, isPending, type, add } = useAddPage({ onAdded });
  return (
    <div className="stack add-sources">
      <DropZone {...dropZone}>
        <span>
          <b>Drop files here</b> or choose them
        </span>
        <small>PDF, Word, Excel, CSV, text, photos. Up to 20 MB.</small>
      </DropZone>
      <form
        className="address"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add(isFirstPage(address));
        }}
      >
        <TextField
          label="Web address"
          hideLabel
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="Or paste a web address"
          hint="Paste your home page and we’ll read the whole site, up to 50 pages."
          value={address}
          error={problem}
          onChange={({ target }) => type(target.value)}
        />
        <Button type="submit" variant="secondary" aria-label="Read this page" busy={isPending}>
          <ArrowRight className="icon" aria-hidden="true" />
        </Button>
      </form>
      <KnownPage source={existing} />
    </div>
  );
}
