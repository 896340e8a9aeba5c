import type { WebLocks } from '#src/lib/storage/web-locks.ts';

type Options = {
  /** Without locks, each tab leads itself. */
  locks: WebLocks | undefined;
  /** `wasFree`: no other tab was leading or waiting to. */
  onLead: (wasFree: boolean) => void;
  /** Another tab has taken over. This one waits in line again. */
  onLost: () => void;
};

const TAKEN = 'taken';

/** One of the tabs that want to lead does: the lock passes on when its holder closes, crashes or leaves, and can be taken from one that is suspended. */
export function createLeadership({ locks, onLead, onLost }: Options) {
  let candidacy: AbortController | null = null;
  let lead: AbortController | null = null;

  const hold = (mine: AbortController, wasFree: boolean) => {
    if (mine.signal.aborted) return undefined;
    lead = mine;
    onLead(wasFree);
    return new Promise<void>((release) => mine.signal.addEventListener('abort', () => release()));
  };
  async function request(name: string, mine: AbortController, isSteal: boolean): Promise<void> {
    if (!locks) return hold(mine, true);
    if (isSteal) return locks.request(name, { steal: true }, () => hold(mine, false));
    const found = await locks.request<unknown>(name, { ifAvailable: true }, (lock) =>
      lock === null ? TAKEN : hold(mine, true),
    );
    if (found === TAKEN) await locks.request(name, { signal: mine.signal }, () => hold(mine, false));
  }
  async function run(name: string, isSteal: boolean): Promise<void> {
    leave();
    const mine = new AbortController();
    candidacy = mine;
    try {
      await request(name, mine, isSteal);
    } catch {
      if (mine.signal.aborted) return;
      // A browser that refuses locks: this tab leads itself.
      if (lead !== mine) return void hold(mine, true);
      lead = null;
      onLost();
      // Losing may have made this tab leave.
      if (candidacy === mine) void run(name, false);
    }
  }
  function leave(): void {
    candidacy?.abort();
    candidacy = null;
    lead = null;
  }

  return {
    isLeading: () => lead !== null,
    /** Leads now or as soon as the tabs before this one have left. */
    join: (name: string) => void run(name, false),
    /** Takes over from the tab that leads. */
    take: (name: string) => void run(name, true),
    leave,
  };
}
