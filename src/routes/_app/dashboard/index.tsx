import { createFileRoute } from '@tanstack/react-router';
import { DashboardHome } from '#src/features/home/dashboard-home.tsx';

export const Route = createFileRoute('/_app/dashboard/')({ component: DashboardHome });
