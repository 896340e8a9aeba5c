import { Link } from '@tanstack/react-router';
import { isReading, readingText } from '#src/domain/brain/source.ts';
import { useAddPage } from '#src/domain/brain/use-add-page.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { Source } from './home-data.ts';

type Props = { website: Source | null; startAddress: string; onSkip: () => void };

/** The job of the first hour that saves the most typing: the team reads the website. */
export function WebsiteJob({ website, startAddress, onSkip }: Props) {
  const { address, problem, isPending, type, add } = useAddPage({ startAddress });
  if (website !== null && website.state !== 'failed')
    return (
      <>
        <p className="small muted" role="status">
          {isReading(website) ? `${website.name}: ${readingText(website.progress)}` : website.name}
        </p>
        <Link className="link small fh-change" to="/dashboard/brain">
          See it
        </Link>
      </>
    );
  return (
    <>
      <p className="small muted">The team reads your public pages, so you don’t have to describe what you sell.</p>
      <form
        className="fh-site"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add(true);
        }}
      >
        <TextField
          label="Web address"
          hideLabel
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          placeholder="yourshop.com"
          value={address}
          error={problem ?? website?.problem ?? undefined}
          onChange={({ target }) => type(target.value)}
        />
        <Button type="submit" busy={isPending} busyText="One moment...">
          Read my website
        </Button>
      </form>
      <p className="small muted">
        About a minute. No website yet?{' '}
        <button type="button" className="link plain-button" onClick={onSkip}>
          Skip this one
        </button>
      </p>
    </>
  );
}
