import { createFileRoute } from '@tanstack/react-router';
import { MissingPage } from '#src/shell/site/missing-page.tsx';

/** Every path that no other route has. The server answers it with 404 (`src/entry-server.tsx`). */
export const Route = createFileRoute('/_site/$')({
  component: MissingPage,
});
