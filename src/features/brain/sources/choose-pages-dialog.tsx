import { useId, useRef, useState } from 'react';
import { SITE_PAGES_MAX } from '#contract/brain/sources.ts';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { SitePages, Source } from '#src/domain/brain/source.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { SOURCE_NAME_ID, SOURCES_ID } from '../anchors.ts';
import { chosenText, groupPages, toggleGroup } from './page-groups.ts';
import { PageGroupList } from './page-group-list.tsx';
import './choose-pages.css';

type ChoosePagesDialogProps = { isOpen: boolean; onClose: () => void; source: Source | null };

/** Chooses which pages of a website are read, if it has more than the limit. */
export function ChoosePagesDialog({ isOpen, onClose, source }: ChoosePagesDialogProps) {
  const pages = source?.sitePages ?? 0;
  const isSaved = useRef(false);
  const endSaved = () => {
    isSaved.current = true;
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Choose pages"
      width="middle"
      returnFocusTo={() => {
        // While the site is read again, the button that opened this is gone.
        if (!isSaved.current) return null;
        isSaved.current = false;
        return document.getElementById(SOURCES_ID) ?? document.getElementById(SOURCE_NAME_ID);
      }}
      lead={`${source?.name ?? ''} has ${formatNumber(pages)} ${pages === 1 ? 'page' : 'pages'}. Your team can read up to ${formatNumber(SITE_PAGES_MAX)} of them.`}
    >
      {source && <Choice key={source.id} sourceId={source.id} onClose={onClose} onSaved={endSaved} />}
    </Dialog>
  );
}

type ChoiceProps = { sourceId: string; onClose: () => void; onSaved: () => void };

function Choice(props: ChoiceProps) {
  // Start from the choice that is saved now, not from cached data.
  const { data, error, isFetchedAfterMount, refetch } = trpc.brain.sources.sitePages.useQuery(
    { sourceId: props.sourceId },
    { staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' },
  );
  if (data && isFetchedAfterMount) return <ChoiceForm site={data} {...props} />;
  if (error)
    return (
      <Empty title={errorText(error)}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {TRY_AGAIN}
        </Button>
      </Empty>
    );
  return (
    <div role="status" aria-label={LOADING}>
      <Skeleton shape="block" />
    </div>
  );
}

function ChoiceForm({ site, sourceId, onClose, onSaved }: ChoiceProps & { site: SitePages }) {
  const { pages, count, max } = site;
  const utils = trpc.useUtils();
  const statusId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(pages.flatMap(({ url, isChosen }) => (isChosen ? [url] : [])).slice(0, max)),
  );
  const choose = trpc.brain.sources.choosePages.useMutation({
    onSuccess: () => utils.brain.sources.invalidate(),
  });
  // Unlike the callback above, this one isn't called if the dialog was closed meanwhile.
  const save = (urls: string[] | null) => choose.mutate({ sourceId, pages: urls }, { onSuccess: onSaved });
  const groups = groupPages(pages, query);
  const found = groups.reduce((sum, group) => sum + group.pages.length, 0);
  const toggle = (url: string) => {
    const next = new Set(chosen);
    if (!next.delete(url)) next.add(url);
    setChosen(next);
  };
  return (
    <div className="stack choose-pages">
      <TextField
        label="Search pages"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <p className="sr" role="status">
        {query === '' ? '' : `${formatNumber(found)} found`}
      </p>
      <div className="groups" role="group" aria-label="Pages">
        {groups.map((group) => (
          <PageGroupList
            key={group.folder}
            group={group}
            chosen={chosen}
            max={max}
            isOpen={query !== '' || groups.length === 1}
            onToggle={toggle}
            onToggleAll={() => setChosen(toggleGroup(chosen, group, max))}
          />
        ))}
        {found === 0 && <p className="muted">No page matches that.</p>}
      </div>
      {pages.length < count && (
        <p className="small muted">
          {`These are the first ${formatNumber(pages.length)} of ${formatNumber(count)} pages. To add another one, paste its address on the Brain page.`}
        </p>
      )}
      {choose.error && (
        <p className="small error" role="alert">
          {errorText(choose.error)}
        </p>
      )}
      <p className="small muted" role="status" id={statusId}>
        <span>{chosenText(chosen.size, max)}</span> <span>The start page is always read.</span>
      </p>
      <div className="row dialog-actions">
        {site.isChosen && (
          <Button variant="secondary" disabled={choose.isPending} onClick={() => save(null)}>
            Choose for me
          </Button>
        )}
        <Button variant="secondary" disabled={choose.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={choose.isPending}
          busyText="One moment..."
          aria-describedby={statusId}
          onClick={() => save([...chosen])}
        >
          {chosen.size === 0 ? 'Read the start page' : `Read these ${formatNumber(chosen.size + 1)} pages`}
        </Button>
      </div>
    </div>
  );
}
