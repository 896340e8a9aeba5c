import { Globe } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { KnownPage } from '../sources/known-page.tsx';
import { useAddPage } from '#src/domain/brain/use-add-page.ts';

/** The recommended way to begin: what a website says is usually current. */
export function PasteWebsite({ website }: { website: string }) {
  const { address, problem, existing, isPending, type, add } = useAddPage({ startAddress: website });
  return (
    <Card as="article" className="way" dogEar aria-labelledby="paste-website">
      <span className="itile">
        <Globe className="icon" aria-hidden="true" />
      </span>
      <div>
        <h3 className="h3" id="paste-website">
          Paste your website
        </h3>
        <p className="muted">We read up to 50 pages: what you sell, prices, shipping, opening hours.</p>
      </div>
      <form
        className="stack tight"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add(true);
        }}
      >
        <TextField
          label="Web address"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          placeholder="yourshop.com"
          value={address}
          error={problem}
          onChange={({ target }) => type(target.value)}
        />
        <Button type="submit" block busy={isPending} busyText="One moment...">
          Read my website
        </Button>
      </form>
      <KnownPage source={existing} />
      <p className="hint">About a minute</p>
    </Card>
  );
}
