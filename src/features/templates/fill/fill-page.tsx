import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { LoadingColumns } from '#src/ui/feedback/loading-columns.tsx';
import { BeforeUse } from '../before-use.tsx';
import { FillHead, TemplateCrumb } from './fill-head.tsx';
import { FillForm } from './fill-form.tsx';
import { RelatedTemplates } from './related-templates.tsx';
import '../templates.css';
import './fill.css';

/** One template: its blanks on the left, the text as it will read on the right. */
export function FillPage({ templateId }: { templateId: string }) {
  const open = trpc.powerUps.templates.get.useQuery({ templateId });
  const usage = trpc.powerUps.templates.list.useQuery().data?.usage;
  const { data, error } = open;
  const isGone = ['NOT_FOUND', 'INVALID_INPUT'].includes(errorCode(error) ?? '');
  return (
    <div className="main templates fill-page">
      {data === undefined ? (
        <>
          <TemplateCrumb title={isGone ? 'Not here anymore' : LOADING} />
          <h1 className="sr">Template</h1>
          {error ? (
            <Empty title={isGone ? 'This template isn’t here anymore.' : errorText(error)}>
              {!isGone && <Button onClick={() => void open.refetch()}>{TRY_AGAIN}</Button>}
            </Empty>
          ) : (
            <LoadingColumns className="fill" />
          )}
        </>
      ) : (
        <>
          <div>
            <TemplateCrumb title={data.template.title} />
            <FillHead template={data.template} usage={usage} />
          </div>
          <BeforeUse template={data.template} usage={usage ?? data.usage} />
          <FillForm open={data} />
          <RelatedTemplates templates={data.related} />
        </>
      )}
    </div>
  );
}
