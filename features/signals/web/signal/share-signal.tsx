import { getSignalPath, getSignalPicturePath } from '#core/contract/paths.ts';
import { ShareMenu } from '#core/web/share/share-menu.tsx';
import type { Signal } from '#features/signals/contract/signal.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';

/** The menu that shares a signal with its levels. */
export const ShareSignal = ({ signal }: { signal: Signal }) => (
  <ShareMenu
    isAtEnd
    name={`the ${signal.symbol} signal`}
    title={`${signal.symbol} ${signal.order_type} signal · Tezi`}
    path={getSignalPath(signal.id)}
    toText={(url) => formatSignalText(signal, url)}
    // The picture of a premium signal shows nothing until it is public.
    {...(signal.signal_type === 'intraday' && { picturePath: getSignalPicturePath(signal.id) })}
  />
);
