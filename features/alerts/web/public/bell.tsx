import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { readUser, useSession } from '#core/web/session/session.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { createIcon } from '#core/web/ui/icons.tsx';
import { useUnreadAlerts } from './unread-alerts.ts';

/** Loaded by the customers who have allowed notifications. */
const updatePush = async (user: string | undefined) => {
  if (!('Notification' in window && Notification.permission === 'granted')) return;
  const { repairPush, suspendPush } = await import('./push-device.ts');
  await (user === undefined ? suspendPush() : repairPush(user));
};

const MAX_SHOWN = 99;
const BellIcon = createIcon('M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20.5h4');

/** The link to the inbox in the header, with the number of unread alerts. It is added when the page is idle. */
export function Bell() {
  const { data: unread = 0 } = useUnreadAlerts();
  const user = useSession()?.id;
  useEffect(() => {
    if (user === undefined) return;
    void updatePush(user).catch(() => {});
    return () => {
      // The session ended, also without a sign-out.
      if (readUser() === null) void updatePush(undefined).catch(() => {});
    };
  }, [user]);
  const bar = document.querySelector('header [popovertarget=account-menu]')?.parentElement;
  if (!bar) return null;
  return createPortal(
    <Link
      to={paths.alerts}
      aria-label={unread > 0 ? `Alerts, ${unread} unread` : 'Alerts'}
      className="icon-button relative -order-1"
    >
      <BellIcon className="size-4.5" />
      {unread > 0 && (
        <Figure className="absolute end-0 top-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem]/4 font-semibold text-on-accent">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </Figure>
      )}
    </Link>,
    bar,
  );
}
