import { type AlertDelivery, listAlertDeliveries } from '#contract/alerts/endpoints.ts';
import { ALERT_LABELS, CHANNEL_LABELS, DELIVERY_REASONS } from '#contract/alerts/kinds.ts';
import { useAlertsKey } from '#web/alerts/unread-alerts.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { useAccountQuery } from '#web/routes/account/account-queries.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

/** The last deliveries of the customer, with the reasons for what was not sent. */
export function DeliveryLog() {
  const { data, error, isFetching, refetch } = useAccountQuery(useAlertsKey('deliveries'), () =>
    api(listAlertDeliveries, {}),
  );
  return (
    <QueryResult
      query={{ data, error: error && getErrorMessage(error), isFetching, refetch }}
      loading="Loading the log..."
      empty={{ title: 'Nothing was sent yet', text: 'Push messages and emails appear here.', level: 3 }}
    >
      {({ results }) => (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {results.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm">
              <span>{`${CHANNEL_LABELS[delivery.channel]}: ${ALERT_LABELS[delivery.kind]}`}</span>
              <span className="text-muted">
                <DeliveryState delivery={delivery} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryResult>
  );
}

function DeliveryState({ delivery }: { delivery: AlertDelivery }) {
  const { state, reason, due_at, accepted_at, shown_at } = delivery;
  const why = reason ? DELIVERY_REASONS[reason] : null;
  if (accepted_at)
    return (
      <span key="sent">
        Sent <PakistanTime at={accepted_at} withSeconds />
        <span>{shown_at && ', shown on the device'}</span>
      </span>
    );
  if (state === 'queued' || state === 'claimed')
    return (
      <span>
        <span>{why ? `${why}: ` : 'Due '}</span>
        <PakistanTime at={due_at} />
      </span>
    );
  return (
    <span key="failed">
      Not sent. <span>{why}</span>
    </span>
  );
}
