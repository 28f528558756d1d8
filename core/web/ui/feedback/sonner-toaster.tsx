import { useEffect, useRef } from 'react';
import { Toaster, toast } from 'sonner';
import { TOASTER_REQUESTED } from './notify.ts';
import { FAILED } from './recent-success.ts';

/**
 * The toasts in the browser's top layer. Each new toast moves the region to the front, so that it is above open dialogs.
 * Its colors are in toaster.css.
 */
export default function SonnerToaster() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const moveToFront = () => {
      // A page that fails can remove the document's content before this runs.
      if (!layer.current?.isConnected) return;
      if (layer.current.matches(':popover-open')) layer.current.hidePopover();
      layer.current.showPopover();
    };
    moveToFront();
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener(TOASTER_REQUESTED, moveToFront, { signal });
    // A toast about an earlier attempt would be misleading next to the errors of a form.
    const dismiss = () => toast.dismiss();
    window.addEventListener(FAILED, dismiss, { signal });
    document.addEventListener('submit', dismiss, { signal, capture: true });
    return () => controller.abort();
  }, []);
  // On a phone a toast at the bottom would cover the buttons of forms.
  const isNarrow = window.matchMedia('(width < 40rem)').matches;
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <Toaster
        position={isNarrow ? 'top-center' : 'bottom-right'}
        mobileOffset={{ top: '0.5rem' }}
        closeButton
        visibleToasts={isNarrow ? 2 : 4}
      />
    </div>
  );
}
