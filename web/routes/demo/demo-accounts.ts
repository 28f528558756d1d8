import type { DemoAccountKey } from '#contract/demo.ts';
import { paths } from '#contract/paths.ts';

/** The names of the accounts, and the pages that show what is special about them, which open after the sign-in. */
export const DEMO_ACCOUNTS: Record<DemoAccountKey, { label: string; startPath: string }> = {
  subscriber: { label: 'Subscriber', startPath: paths.swingSignals },
  canceled: { label: 'Canceled', startPath: paths.mySubscription },
  'past-due': { label: 'Past due', startPath: paths.subscriptions },
  paused: { label: 'Paused', startPath: paths.mySubscription },
  customer: { label: 'Free account', startPath: paths.pricing },
  administrator: { label: 'Administrator', startPath: paths.adminDashboard },
};
