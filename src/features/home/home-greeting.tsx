import { trpc } from '#src/api/trpc.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { firstName } from './first-name.ts';

/** The first words on the home page. Whoever has not asked anything yet is not "back" and has nothing to go on with. */
export function HomeGreeting({ fullName }: { fullName: string }) {
  const usage = trpc.usage.overview.useQuery();
  if (usage.isPending) return <Skeleton shape="title" />;
  const hasAsked = usage.data !== undefined && (usage.data.conversations > 0 || usage.data.messages.used > 0);
  const welcome = hasAsked ? 'Welcome back' : 'Welcome';
  const name = firstName(fullName);
  return (
    <>
      <h1 className="h1">{name ? `${welcome}, ${name}.` : `${welcome}.`}</h1>
      <p>
        {hasAsked
          ? 'Ask anyone on the team, or go on where you stopped.'
          : 'Ask anyone on the team. Brain AI is a good place to start.'}
      </p>
    </>
  );
}
