import { Fragment } from 'react';
import { Link } from 'react-router';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  describeState,
  getStateLabel,
  isActiveState,
  type SignalState,
} from '#features/signals/contract/signal-state.ts';
import type {
  Difference,
  Verification,
  VerifiedMessage,
  VerifiedSignal,
} from '#features/signals/contract/verify.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

/** Shows the conclusion about each signal of a message, and our own figures next to it if the user may see them. */
export function VerificationView({ verification: { others, ...worst } }: { verification: VerifiedMessage }) {
  return (
    <section aria-labelledby="result" className="grid gap-4">
      <h2 id="result" className="sr-only">
        Result
      </h2>
      {others.length > 0 && (
        <p>
          The message is about <span>{others.length + 1}</span> signals. Each is compared on its own.
        </p>
      )}
      {[worst, ...others].map((verification) => (
        <Fragment key={verification.code}>
          <Conclusion verification={verification} />
          {verification.signal && <Published signal={verification.signal} />}
        </Fragment>
      ))}
    </section>
  );
}

function Conclusion({
  verification: { result, code, signal, signal_type, published_at },
}: {
  verification: Verification;
}) {
  const about = signal_type && published_at && (
    <span>
      <span>{`${TYPE_LABELS[signal_type]} signal ${code}, published `}</span>
      <PakistanTime at={published_at} />.
    </span>
  );
  switch (result) {
    case 'genuine':
    case 'added_text': {
      const isWhole = result === 'genuine';
      const title = isWhole ? 'Genuine' : 'Levels genuine, text added';
      const added = !isWhole && 'These levels are ours. The message also contains text that is not. ';
      if (signal === null)
        return (
          <Notice key="locked" tone={isWhole ? 'info' : 'warning'} title={title}>
            <span>{about}</span> <span>{isWhole ? '' : WITH_OTHER_TEXT}</span>
            The levels are those of the publication. They may have changed since: subscribers see the current
            ones.
          </Notice>
        );
      const { earlier } = signal;
      const since = describeEnd(signal) ?? (earlier && 'changed since');
      return since || !isWhole ? (
        <Notice key="warning" tone="warning" title={since ? `${title}, ${since}` : title}>
          <span>{about}</span> <span>{added}</span>
          <span>{earlier && 'The message repeats an earlier version. '}</span>
          <span>
            {isEnded(signal)
              ? 'Do not act on it: the signal is not active.'
              : earlier && 'Use the levels below.'}
          </span>
        </Notice>
      ) : (
        <Notice title={title}>{about}</Notice>
      );
    }
    case 'differs':
      return (
        <Notice key="differs" tone="danger" title="Differs from what we published">
          <span>{about}</span> {signal === null && <WithoutAccess />}
        </Notice>
      );
    case 'code_only':
      return (
        <Notice key="code_only" title="The code is ours">
          <span>{about}</span> <span>{signal && isEnded(signal) && 'The signal is not active. '}</span>A code
          can be copied onto another message:{' '}
          <span>
            {signal === null
              ? 'paste the whole message to compare it.'
              : 'compare yours with the levels below.'}
          </span>
        </Notice>
      );
    case 'not_compared':
      return (
        <Notice key="not_compared" tone="warning" title="Not compared">
          <span>{about}</span> Too many different messages about this signal were sent from your connection
          today. Try again tomorrow, or sign in with a subscription.
        </Notice>
      );
    case 'not_ours':
      return (
        <Notice key="not_ours" tone="warning" title="Not ours">
          No signal has the {code === null ? <span>link</span> : <span>code</span>}{' '}
          <span translate="no">{code}</span>. That is no proof of fraud, but we did not publish a signal with
          it.
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
        <Notice key="no_code" tone="warning" title="No code found">
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

const WITH_OTHER_TEXT =
  'The message also contains other text, such as what happened since, which is compared for subscribers only. ';

const WithoutAccess = () => (
  <span>
    The company, the side, a price or a link is another one, or one is missing. Which one is shown to
    subscribers, because the signal is premium. We compare with the publication: a later change of the levels
    differs too.{' '}
    <Link to={paths.pricing} className="link">
      See the plans
    </Link>
  </span>
);

function Published({ signal }: { signal: VerifiedSignal }) {
  const { differences, earlier, changed_at, deleted_at } = signal;
  return (
    <div className="rounded-box border border-line-strong bg-surface p-4">
      <h3 className="text-lg">
        <span>{`${ORDER_LABELS[signal.order_type]} ${signal.symbol}`}</span>
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
              <td className="figures py-1 text-end font-semibold" translate="no">
                {price}
              </td>
              {earlier && (
                <td className="figures py-1 text-end" translate="no">
                  {listLevels(earlier)[index]?.[1] ?? '–'}
                </td>
              )}
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
          <span>
            Changed <PakistanTime at={changed_at} />.{' '}
          </span>
        )}
        {deleted_at && (
          <span>
            Deleted <PakistanTime at={deleted_at} />.{' '}
          </span>
        )}
        {signal.state && <StateText state={signal.state} />}
        <Link to={getSignalPath(signal.id)} className="link">
          The signal with its rationale and conflicts
        </Link>
      </p>
    </div>
  );
}

function StateText({ state }: { state: SignalState }) {
  const parts = [getStateLabel(state), describeState(state), state.reason];
  return <span>{`${parts.filter(Boolean).join(': ')}. `}</span>;
}

const isEnded = ({ deleted_at, state }: VerifiedSignal) =>
  deleted_at !== null || (state !== null && !isActiveState(state));

/** Returns what ended a signal, in the middle of a sentence; `null` if it is active. */
function describeEnd(signal: VerifiedSignal): string | null {
  if (!isEnded(signal)) return null;
  if (signal.deleted_at !== null || signal.state === null) return 'deleted since';
  const label = getStateLabel(signal.state);
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
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
  if (field === 'word') return `The word “${received}”, which reverses the call.`;
  if (field === 'characters')
    return 'Characters that show something else than they say: reordered, struck out, or signs that look like digits.';
  if (field === 'number') return `The number ${received}, which is no level of the signal.`;
  const name = FIELD_NAMES[field] ?? `TP${Number(field.split('.')[1]) + 1}`;
  if (received === null) return `${name}: the message lacks ${published}.`;
  return `${name}: the message says ${received}, we published ${published ?? 'none'}.`;
}
