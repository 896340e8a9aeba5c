import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { TEMPLATE_FILE_MAX } from '#contract/templates/template-files.ts';
import { trpc } from '#src/api/trpc.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Menu } from '#src/ui/overlays/menu.tsx';
import { MenuItem } from '#src/ui/overlays/menu-item.tsx';
import { useDownload } from '../use-download.ts';

const refuse = (text: string) => toast.error({ title: 'We couldn’t import that file', text });

export type FileMenuProps = { /** Whether there is something to export. */ hasOwn: boolean };

/** A person's own templates, out to a file and back in. It starts open: the press that asks for it loads it. */
export function FileMenu({ hasOwn }: FileMenuProps) {
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const download = useDownload();
  const { idOf, renew } = useRequestId();
  const { mutate } = trpc.powerUps.templates.importFile.useMutation({
    onSuccess: ({ imported, known }) => {
      renew();
      void utils.powerUps.templates.invalidate();
      const title = imported === 1 ? 'One template added' : `${imported} templates added`;
      const text = known === 1 ? 'You have the other one already.' : `You have the other ${known} already.`;
      if (imported === 0) toast.success({ title: 'Nothing to add', text: 'You have all of these templates already.' });
      else toast.success({ title, ...(known > 0 ? { text } : {}) });
    },
    onError: (error) => refuse(errorText(error)),
  });
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > TEMPLATE_FILE_MAX) return refuse('Please choose a smaller file.');
    const text = await file.text().catch(() => null);
    if (text === null) return refuse('Your browser couldn’t read it. Please choose it again.');
    return mutate({ id: idOf(text), text });
  };
  return (
    <>
      <Menu
        label="Import and export"
        triggerClassName="iconbtn boxed"
        trigger={<Ellipsis className="icon" aria-hidden="true" />}
        defaultOpen
      >
        <MenuItem onClick={() => input.current?.click()}>Import from a file</MenuItem>
        {hasOwn && <MenuItem onClick={() => download({})}>Download all of yours</MenuItem>}
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="A file of templates"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
