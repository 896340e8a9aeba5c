import { getQueryKey } from '@trpc/react-query';
import { useSyncExternalStore } from 'react';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { queryClient } from '#src/api/query-client.ts';
import { trpc } from '#src/api/trpc.ts';
import { uploadFile } from '#src/api/upload-file.ts';
import { toast } from '#src/lib/toast.ts';
import { askBeforeLosing, createUploads, type Upload } from '#src/domain/brain/uploads.ts';
import { newVersion } from './new-version.ts';

/** Uploads continue while their owner looks at another page of the dashboard. */
export const fileUploads = createUploads({
  send: (upload) => uploadFile({ ...upload, holdNewVersion: true }),
  onSent: ({ isSingle }, { source, isKnown }) => {
    const { id, name, replacesId } = source;
    const text = replacesId === null ? `Your team uses ${name}.` : 'Please choose whether it replaces the older one.';
    if (isSingle && replacesId !== null) newVersion.expect(id);
    else if (isKnown) toast.success({ title: 'You already have this file', text });
    return queryClient().invalidateQueries({ queryKey: getQueryKey(trpc.brain.sources.list) });
  },
});
askBeforeLosing(fileUploads);

onAuthEvent((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const { id } of fileUploads.list()) fileUploads.cancel(id);
});

const NONE: readonly Upload[] = [];
export const useFileUploads = (): readonly Upload[] =>
  useSyncExternalStore(fileUploads.subscribe, fileUploads.list, () => NONE);
