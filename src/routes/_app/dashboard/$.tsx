import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#src/shell/not-found.tsx';

/** Every path below the dashboard that no other route has, inside the app's shell. The server answers it with 404. */
export const Route = createFileRoute('/_app/dashboard/$')({
  component: () => (
    <div className="main">
      <NotFound home="/dashboard" />
    </div>
  ),
});
