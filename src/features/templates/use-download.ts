import { useMutation } from '@tanstack/react-query';
import { printTemplateFiles } from '#contract/templates/template-files.ts';
import type { TemplateFile } from '#contract/templates/template-inputs.ts';
import { isoDayText } from '#contract/dates.ts';
import { apiClient } from '#src/api/api-client.ts';
import { toastError } from '#src/lib/app-error.ts';
import { saveFile } from '#src/lib/save-file.ts';

type Which = { templateId?: string };

/** All of a person's own templates, or one, in the form that the import reads. */
async function readFile({ templateId }: Which): Promise<{ name: string; file: TemplateFile }> {
  const day = isoDayText(new Date());
  if (templateId === undefined)
    return { name: `templates-${day}`, file: await apiClient.powerUps.templates.exportFile.query() };
  const { template } = await apiClient.powerUps.templates.get.query({ templateId });
  const { title, description, category, tags, text, blanks, folder, assistantId } = template;
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = { title, description, category, tags: [...tags], text, blanks: [...blanks] };
  return {
    name: ['template', ...words].join('-'),
    file: { tenfold: 'templates', version: 1, templates: [{ template: content, folder: folder ?? '', assistantId }] },
  };
}

/** Downloads one of a person's own templates, or all of them, as files that can be imported again. */
export function useDownload(): (which: Which) => void {
  const { mutate } = useMutation({
    mutationFn: readFile,
    onSuccess: ({ name, file }) => {
      for (const [at, text] of printTemplateFiles(file).entries())
        saveFile(`${name}${at === 0 ? '' : `-${at + 1}`}.json`, [text], 'application/json');
    },
    onError: toastError,
  });
  return mutate;
}
