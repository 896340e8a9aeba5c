import { useState, type ReactNode } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { FullTemplate } from '#src/domain/templates/template.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { TemplateCrumb } from '../fill/fill-head.tsx';
import { foldersOf } from '../list/template-filter.ts';
import { EMPTY_DRAFT, toEditBlank, type EditDraft } from './edit-draft.ts';
import { EditForm } from './edit-form.tsx';
import { useKeptEdit } from './use-editing.ts';
import { useSuggestion } from './use-suggestion.ts';
import '../templates.css';
import '../fill/fill.css';
import './edit.css';

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="main templates edit-page">
      <div>
        <TemplateCrumb title={title} />
        <div className="page-head">
          <div>
            <h1 className="h2">{title}</h1>
            <p>{lead}</p>
          </div>
        </div>
      </div>
      {children}
    </div>
  );
}

type WaitingProps = { error: unknown; isGone?: boolean; goneText: string; onRetry: () => void };

function Waiting({ error, isGone = false, goneText, onRetry }: WaitingProps) {
  if (error)
    return (
      <Empty title={isGone ? goneText : errorText(error)}>
        {!isGone && <Button onClick={onRetry}>{TRY_AGAIN}</Button>}
      </Empty>
    );
  return (
    <div className="fill" role="status" aria-label={LOADING}>
      <div className="stack">
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <Skeleton shape="block" />
    </div>
  );
}

const isMissing = (error: unknown) => ['NOT_FOUND', 'INVALID_INPUT'].includes(errorCode(error) ?? '');
const useFolders = () => foldersOf(trpc.powerUps.templates.list.useQuery().data?.templates ?? []);

/** A template that the person wrote, to be changed. */
export function EditPage({ templateId }: { templateId: string }) {
  // An edit begins with what is saved now, not with what was read earlier.
  const open = trpc.powerUps.templates.get.useQuery(
    { templateId },
    { staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' },
  );
  const folders = useFolders();
  const template = open.data?.template;
  const version = template?.version ?? null;
  return (
    <Frame title="Edit template" lead="Your own words, with blanks for what changes.">
      {template && version !== null && open.isFetchedAfterMount ? (
        <EditForm
          keptId={templateId}
          saved={toDraft(template)}
          edited={{ id: template.id, version }}
          folders={folders}
        />
      ) : template && version === null ? (
        <Empty title="This one is ours. Make a copy of it to change it." />
      ) : (
        <Waiting
          error={open.error}
          isGone={isMissing(open.error)}
          goneText="This template isn’t here anymore."
          onRetry={() => void open.refetch()}
        />
      )}
    </Frame>
  );
}

function toDraft(template: FullTemplate): EditDraft {
  const { title, description, category, assistantId, folder, tags, text, blanks } = template;
  return {
    title,
    description,
    category,
    assistantId,
    folder: folder ?? '',
    tags: tags.join(', '),
    ...text,
    blanks: blanks.map(toEditBlank),
    undecided: [],
  };
}

/** A new template: from nothing, or from an answer in a chat. */
export function NewTemplatePage({ messageId }: { messageId: string | undefined }) {
  return messageId === undefined ? <FromScratch /> : <FromAnswer messageId={messageId} />;
}

function FromScratch() {
  return (
    <Frame title="New template" lead="Write the text once, with blanks for what changes.">
      <EditForm keptId="new" saved={EMPTY_DRAFT} edited={null} folders={useFolders()} />
    </Frame>
  );
}

function FromAnswer({ messageId }: { messageId: string }) {
  const keptId = `answer-${messageId}`;
  const [kept] = useKeptEdit(keptId);
  const [start] = useState(kept?.start ?? null);
  const { suggestion, error, retry } = useSuggestion(messageId, start === null);
  const folders = useFolders();
  const saved = start ?? suggestion?.draft;
  return (
    <Frame title="Save as template" lead="From an answer in your chat. Keep the blanks that make sense.">
      {start === null && suggestion?.isSuggested === false && (
        <p className="note">We couldn’t suggest blanks this time. Select words to make your own.</p>
      )}
      {saved ? (
        <EditForm keptId={keptId} saved={saved} edited={null} folders={folders} />
      ) : (
        <Waiting
          error={error}
          isGone={errorCode(error) === 'NOT_FOUND'}
          goneText="That answer isn’t here anymore."
          onRetry={retry}
        />
      )}
    </Frame>
  );
}
