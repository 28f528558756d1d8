import { useState } from 'react';
import { getSignalPath } from '#contract/paths.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { ORDER_LABELS } from '#web/signals/signal-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { createIcon } from '#web/ui/icons.tsx';

const ShareIcon = createIcon('M12 15V4M8 8l4-4 4 4M5 12v8h14v-8');

/** Shares the link to a signal with the system's dialog, or copies it where there is none. */
export function ShareButton({ signal }: { signal: Pick<Signal, 'id' | 'symbol' | 'order_type'> }) {
  const [shownUrl, setShownUrl] = useState<string | null>(null);
  const share = async () => {
    const url = new URL(getSignalPath(signal.id), window.location.href).href;
    const title = `${signal.symbol} ${ORDER_LABELS[signal.order_type].toLowerCase()} signal · Tezi`;
    try {
      if (navigator.share) {
        await navigator.share({ title, url });
        return;
      }
      await navigator.clipboard.writeText(url);
      notify.success('Link copied');
    } catch (error) {
      // The user closed the system's dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setShownUrl(url);
    }
  };
  return (
    <div className="no-print needs-script max-w-full">
      <Button variant="secondary" size="small" onClick={() => void share()}>
        <ShareIcon />
        Share
      </Button>
      {shownUrl && (
        <label className="mt-2 block text-xs text-muted">
          Copy this link
          <input
            readOnly
            value={shownUrl}
            onFocus={(event) => event.currentTarget.select()}
            className="mt-1 block min-h-8 w-full rounded-box border border-line-strong bg-surface px-2 text-sm text-ink"
          />
        </label>
      )}
    </div>
  );
}
