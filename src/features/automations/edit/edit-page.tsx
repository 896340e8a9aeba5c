import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { LoadingColumns } from '#src/ui/feedback/loading-columns.tsx';
import { EditCrumb } from './edit-head.tsx';
import { Editor } from './editor.tsx';
import './edit.css';

/** One automation, to be changed. */
export function EditPage({ automationId }: { automationId: string }) {
  // Editing begins with what is saved now, not with what was read earlier.
  const open = trpc.powerUps.automations.get.useQuery(
    { automationId },
    { staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' },
  );
  const { data, error } = open;
  if (data && open.isFetchedAfterMount) return <Editor page={data} />;
  const isGone = ['NOT_FOUND', 'INVALID_INPUT'].includes(errorCode(error) ?? '');
  return (
    <div className="main automations automation-edit">
      <EditCrumb name={isGone ? 'Not here anymore' : LOADING} />
      <h1 className="sr">Automation</h1>
      {error ? (
        <Empty title={isGone ? 'This automation isn’t here anymore.' : errorText(error)}>
          {!isGone && <Button onClick={() => void open.refetch()}>{TRY_AGAIN}</Button>}
        </Empty>
      ) : (
        <LoadingColumns className="with-rail" />
      )}
    </div>
  );
}
