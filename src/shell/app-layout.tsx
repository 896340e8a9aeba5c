import { Outlet } from '@tanstack/react-router';
import { ApiProvider } from './api-provider.tsx';

/** Around every page of the signed-in area. */
export function AppLayout() {
  return (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  );
}
