import { getSignalPath, getSignalPicturePath } from '#contract/paths.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { formatSignalText } from '#contract/signals/signal-text.ts';
import { ShareMenu } from '#web/share/share-menu.tsx';
import { ORDER_LABELS } from '#web/signals/signal-labels.ts';

/** The menu that shares a signal with its levels. */
export const ShareSignal = ({ signal }: { signal: Signal }) => (
  <ShareMenu
    isAtEnd
    name={`the ${signal.symbol} signal`}
    title={`${signal.symbol} ${ORDER_LABELS[signal.order_type].toLowerCase()} signal · Tezi`}
    path={getSignalPath(signal.id)}
    toText={(url) => formatSignalText(signal, url)}
    // The picture of a premium signal shows nothing until it is public.
    {...(signal.signal_type === 'intraday' && { picturePath: getSignalPicturePath(signal.id) })}
  />
);
