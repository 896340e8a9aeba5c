import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { Card } from '#src/ui/card.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';

/** Whether facts are learned from what the owner writes to the team. */
export function LearningCard({ learnsFromChats }: { learnsFromChats: boolean }) {
  const utils = trpc.useUtils();
  const { mutate, isPending, variables } = trpc.brain.setLearning.useMutation({
    onError: toastError,
    onSettled: () => utils.brain.overview.invalidate(),
  });
  return (
    <Card as="section" className="learning" aria-labelledby="learning">
      <div className="row between">
        <h2 className="strong" id="learning">
          Learn from my chats
        </h2>
        <Switch
          labelledBy="learning"
          describedBy="learning-note"
          isOn={isPending ? variables.learnsFromChats : learnsFromChats}
          onChange={(isOn) => mutate({ learnsFromChats: isOn })}
        />
      </div>
      <p className="small muted" id="learning-note">
        Only lasting facts about the business. Never passwords, keys, or card numbers, and never from a private chat.
      </p>
    </Card>
  );
}
