import { Link } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import { SEARCH_MAX } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { relativeTime } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Highlight, splitAtText } from './highlight.tsx';
import { moveBetweenRows } from './move-between-rows.ts';
import { useSettled } from './use-settled.ts';

type SearchResultsProps = { search: string; now: Date; onOpen: ((messageId: string | null) => void) | undefined };

/** The conversations with any teammate whose title or messages match a search. */
export function SearchResults({ search, now, onOpen }: SearchResultsProps) {
  const text = useSettled(search.trim().slice(0, SEARCH_MAX));
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = trpc.chat.search.useInfiniteQuery(
    { text },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: (shown) => shown },
  );
  if (error)
    return (
      <div className="convs-note stack" role="alert">
        <p className="muted">{errorText(error)}</p>
        <div className="row">
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {TRY_AGAIN}
          </Button>
        </div>
      </div>
    );
  const found = data?.pages.flatMap((page) => page.found) ?? [];
  const note = data === undefined ? CHAT_TEXTS.loading : CHAT_TEXTS.noneFound;
  return (
    <>
      <p className={found.length > 0 ? 'sr' : 'convs-note muted'} role="status">
        {found.length === 0 ? note : `${found.length}${hasNextPage ? ' or more' : ''} found`}
      </p>
      <ul className="found">
        {found.map(({ id, assistantId, title, messageId, excerpt, updatedAt }, index) => {
          const { name, slug } = assistantById(assistantId);
          return (
            <li className="conv" key={id}>
              <Link
                to="/dashboard/$slug"
                params={{ slug }}
                search={messageId === null ? { c: id } : { c: id, m: messageId, find: text }}
                tabIndex={index === 0 ? 0 : -1}
                onKeyDown={moveBetweenRows}
                onClick={() => onOpen?.(messageId)}
              >
                <AssistantAvatar id={assistantId} size={28} />
                <b>
                  <Highlight parts={splitAtText(title, text)} />
                </b>
                {excerpt !== null && (
                  <span className="excerpt">
                    <Highlight parts={excerpt} />
                  </span>
                )}
                <small>{`${name}, ${relativeTime(updatedAt, now)}`}</small>
              </Link>
            </li>
          );
        })}
        {hasNextPage && (
          <li className="convs-note">
            <Button variant="secondary" size="sm" disabled={isFetching} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}
