import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Search } from 'lucide-react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { TemplateList } from '#src/domain/templates/template.ts';
import { NEW_TEMPLATE, type TemplatesSearch } from '#src/domain/templates/templates-search.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { LimitAlert } from '../before-use.tsx';
import { UsageCounter } from '../usage-counter.tsx';
import { LazyFileMenu } from './lazy-file-menu.tsx';
import { TemplateCards } from './template-cards.tsx';
import { filterOf, filterTemplates, type TemplateFilter } from './template-filter.ts';
import { TemplateFilters } from './template-filters.tsx';
import '../templates.css';

/** All templates: ours and the person's own. */
export function TemplatesPage({ search }: { search: TemplatesSearch }) {
  const list = trpc.powerUps.templates.list.useQuery();
  const { data, error } = list;
  const filter = filterOf(search);
  return (
    <div className="main templates">
      <div className="page-head">
        <div>
          <h1 className="h1">Templates</h1>
          <p>Good starting points, written by the team. Fill in the blanks or hand them to an assistant.</p>
        </div>
        {data && <UsageCounter usage={data.usage} />}
      </div>
      {data === undefined ? (
        error ? (
          <Empty title={errorText(error)}>
            <Button onClick={() => void list.refetch()}>{TRY_AGAIN}</Button>
          </Empty>
        ) : (
          <div className="stack" role="status" aria-label={LOADING}>
            <Skeleton shape="half" />
            <div className="tpls">
              {Array.from({ length: 6 }, (_none, index) => (
                <Skeleton shape="block" key={index} />
              ))}
            </div>
          </div>
        )
      ) : (
        <>
          <LimitAlert usage={data.usage} />
          <div className="stack">
            <TemplateFilters filter={filter} templates={data.templates}>
              <div className="row own">
                <Link
                  className={buttonClass({ variant: 'secondary' })}
                  to="/dashboard/power-ups/templates/$templateId"
                  params={{ templateId: NEW_TEMPLATE }}
                >
                  <Plus className="icon sm" aria-hidden="true" />
                  New template
                </Link>
                <LazyFileMenu hasOwn={data.templates.some(({ isOwn }) => isOwn)} />
              </div>
            </TemplateFilters>
          </div>
          <Found list={data} filter={filter} />
        </>
      )}
    </div>
  );
}

function Found({ list: { templates }, filter }: { list: TemplateList; filter: TemplateFilter }) {
  const navigate = useNavigate({ from: '/dashboard/power-ups/templates' });
  const found = filterTemplates(templates, filter);
  const hasOwn = templates.some(({ isOwn }) => isOwn);
  return (
    <>
      <p className="sr" role="status">
        {found.length === 1 ? '1 template' : `${formatNumber(found.length)} templates`}
      </p>
      {found.length > 0 ? (
        <TemplateCards templates={found} />
      ) : (
        <Empty
          figure={<Search className="icon" aria-hidden="true" />}
          title={TEMPLATE_TEXTS.noneFound}
          text={hintFor(filter, hasOwn)}
        >
          <Button variant="secondary" onClick={() => void navigate({ search: {}, replace: true, resetScroll: false })}>
            Show all templates
          </Button>
        </Empty>
      )}
    </>
  );
}

/** What may help, if nothing is found. */
function hintFor({ q, show, category }: TemplateFilter, hasOwn: boolean): string | undefined {
  if (q !== undefined) return 'Try another word, or look at all of them.';
  if (show === 'favorites' && category === undefined) return 'Tap the heart on a template to find it here.';
  if (show === 'yours' && !hasOwn) return 'Write one yourself, or save an answer from a chat as a template.';
  return undefined;
}
