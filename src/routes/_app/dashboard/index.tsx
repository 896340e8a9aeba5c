import { createFileRoute } from '@tanstack/react-router';
import { BillingNotices } from '#src/features/billing/billing-notices.tsx';
import { DashboardHome } from '#src/features/home/dashboard-home.tsx';

export const Route = createFileRoute('/_app/dashboard/')({
  component: () => <DashboardHome notices={<BillingNotices />} />,
});
