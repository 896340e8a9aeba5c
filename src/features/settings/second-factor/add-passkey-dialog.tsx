import { useState } from 'react';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { makePasskey } from './make-passkey.ts';
import { NameDialog } from './name-dialog.tsx';
import { problemText } from '../problem.tsx';
import { useReadAgain } from '../use-read-again.ts';
import { endSentence } from '#src/lib/text/ends-sentence.ts';

type AddPasskeyDialogProps = { isOpen: boolean; onClose: () => void; suggestion: string };

/** Asks for the passkey's name, then has the browser create it. */
export function AddPasskeyDialog({ isOpen, onClose, suggestion }: AddPasskeyDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const readAgain = useReadAgain();
  const options = trpc.auth.passkeys.addOptions.useMutation();
  const add = trpc.auth.passkeys.add.useMutation();

  const run = async (friendlyName: string) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const made = await makePasskey(await options.mutateAsync());
      if (made.response) {
        await add.mutateAsync({ friendlyName, response: made.response });
        onClose();
        toast.success({ title: 'Passkey added', text: `You can now sign in with ${endSentence(friendlyName)}` });
        await readAgain();
      } else setProblem(made.problem);
    } catch (error) {
      setProblem(problemText(error));
    }
    setIsBusy(false);
  };
  return (
    <NameDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a passkey"
      lead="Give it a name you’ll recognize. Then your browser will ask for your fingerprint, face or screen lock."
      name={suggestion}
      submitLabel="Create passkey"
      busyText="Waiting for your browser..."
      isBusy={isBusy}
      problem={problem}
      onChange={() => setProblem(undefined)}
      onSubmit={(name) => void run(name)}
    />
  );
}
