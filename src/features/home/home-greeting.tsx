import { trpc } from '#src/lib/trpc.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { firstName } from './first-name.ts';

/** The first words on the home page. Whoever has not asked anything yet is not "back". */
export function HomeGreeting({ fullName }: { fullName: string }) {
  const usage = trpc.usage.overview.useQuery();
  if (usage.isPending) return <Skeleton shape="title" />;
  const hasAsked = usage.data !== undefined && (usage.data.conversations > 0 || usage.data.messages.used > 0);
  const welcome = hasAsked ? 'Welcome back' : 'Welcome';
  const name = firstName(fullName);
  return <h1 className="h1">{name ? `${welcome}, ${name}.` : `${welcome}.`}</h1>;
}
