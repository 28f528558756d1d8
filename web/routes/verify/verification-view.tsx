import { Link } from 'react-router';
import { getSignalPath, paths } from '#contract/paths.ts';
import type { Difference, Verification, VerifiedSignal } from '#contract/verify/verify.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

/** What is known about a message, and our own figures next to it if the user may see them. */
export function VerificationView({ verification }: { verification: Verification }) {
  const { signal } = verification;
  return (
    <section aria-labelledby="result" className="grid gap-4">
      <h2 id="result" className="sr-only">
        Result
      </h2>
      <Conclusion verification={verification} />
      {signal && <Published signal={signal} />}
    </section>
  );
}

function Conclusion({
  verification: { result, code, signal, signal_type, published_at },
}: {
  verification: Verification;
}) {
  const about = signal_type && published_at && (
    <>
      {`${TYPE_LABELS[signal_type]} signal ${code}, published `}
      <PakistanTime at={published_at} />.
    </>
  );
  switch (result) {
    case 'genuine':
      return signal?.deleted_at || signal?.earlier ? (
        <Notice
          tone="warning"
          title={signal.deleted_at ? 'Genuine, deleted since' : 'Genuine, changed since'}
        >
          {about} {signal.earlier && 'The message repeats an earlier version. '}
          {signal.deleted_at ? 'The signal was deleted: do not act on it.' : 'Use the levels below.'}
        </Notice>
      ) : (
        <Notice title="Genuine">
          {about}{' '}
          {signal === null &&
            'The whole message is what we published. It may have changed since: subscribers see the current levels.'}
        </Notice>
      );
    case 'differs':
      return (
        <Notice tone="danger" title="Differs from what we published">
          {about} {signal === null && <WithoutAccess />}
        </Notice>
      );
    case 'code_only':
      return (
        <Notice title="The code is ours">
          {about} A code can be copied onto another message:{' '}
          {signal === null
            ? 'paste the whole message to compare it.'
            : 'compare yours with the levels below.'}
        </Notice>
      );
    case 'not_compared':
      return (
        <Notice tone="warning" title="Not compared">
          {about} Too many messages with this code differed from the signal within an hour. Try again later,
          or sign in with a subscription.
        </Notice>
      );
    case 'not_ours':
      return (
        <Notice tone="warning" title="Not ours">
          No signal has the code {code}. That is no proof of fraud, but we did not publish a signal with it.
        </Notice>
      );
    case 'mistyped':
      return (
        <Notice tone="warning" title="The code has a typing error">
          Compare it with the message: a code has eight letters and digits, such as 7K3Q-X9ME.
        </Notice>
      );
    case 'no_code':
      return (
        <Notice tone="warning" title="No code found">
          Without the code we cannot tell. It has eight letters and digits, such as 7K3Q-X9ME: ask the sender
          for it, or compare the message with{' '}
          <Link to={paths.signals} className="link">
            our signals
          </Link>
          .
        </Notice>
      );
  }
}

const WithoutAccess = () => (
  <>
    The company, the side, or a price is another one, or one is missing. Which one is shown to subscribers,
    because the signal is premium.{' '}
    <Link to={paths.pricing} className="link">
      See the plans
    </Link>
  </>
);

function Published({ signal }: { signal: VerifiedSignal }) {
  const { differences, earlier, changed_at, deleted_at } = signal;
  return (
    <div className="rounded-box border border-line-strong bg-surface p-4">
      <h3 className="text-lg">
        {`${ORDER_LABELS[signal.order_type]} ${signal.symbol}`}
        {signal.company_name && (
          <span className="block text-sm font-normal text-muted">{signal.company_name}</span>
        )}
      </h3>
      <table className="mt-3 w-full max-w-md text-base">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              Compare with yours
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              Now
            </th>
            {earlier && (
              <th scope="col" className="py-1 text-end font-medium">
                Earlier
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {listLevels(signal).map(([name, price], index) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {name}
              </th>
              <td className="figures py-1 text-end font-semibold">{price}</td>
              {earlier && <td className="figures py-1 text-end">{listLevels(earlier)[index]?.[1] ?? '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold">Differences</h4>
          <ul className="list-disc ps-5">
            {differences.map((difference) => (
              <li key={`${difference.field} ${difference.received}`} className="wrap-anywhere">
                {describe(difference)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-sm text-muted">
        {changed_at && (
          <>
            Changed <PakistanTime at={changed_at} />.{' '}
          </>
        )}
        {deleted_at && (
          <>
            Deleted <PakistanTime at={deleted_at} />.{' '}
          </>
        )}
        {signal.is_closed && 'Closed by the analyst. '}
        <Link to={getSignalPath(signal.id)} className="link">
          The signal with its rationale and conflicts
        </Link>
      </p>
    </div>
  );
}

const listLevels = ({
  entry_price,
  stop_loss,
  target_points,
}: Pick<VerifiedSignal, 'entry_price' | 'stop_loss' | 'target_points'>): [name: string, price: string][] => [
  ['Entry', entry_price],
  ['Stop loss', stop_loss],
  ...target_points.map((price, index): [string, string] => [`TP${index + 1}`, price]),
];

const FIELD_NAMES: Record<string, string> = {
  symbol: 'Company',
  order_type: 'Side',
  entry_price: 'Entry',
  stop_loss: 'Stop loss',
};

function describe({ field, published, received }: Difference): string {
  if (field === 'link') return `A link that is not ours: ${received}. Do not open it.`;
  if (field === 'number') return `The number ${received}, which is no level of the signal.`;
  const name = FIELD_NAMES[field] ?? `TP${Number(field.split('.')[1]) + 1}`;
  if (received === null) return `${name}: the message lacks ${published}.`;
  return `${name}: the message says ${received}, we published ${published ?? 'none'}.`;
}
