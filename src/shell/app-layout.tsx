import { Outlet } from '@tanstack/react-router';
import '#src/ui/styles/app.css';
import { ApiProvider } from './api-provider.tsx';

/** Around every page of the signed-in area. */
export function AppLayout() {
  return (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  );
}
