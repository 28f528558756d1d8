import { useEffect, useRef } from 'react';
import { Toaster } from 'sonner';
import { TOASTER_REQUESTED } from './notify.ts';

/**
 * The toasts in the browser's top layer. Each new toast moves the region to the front, so that it is above open dialogs.
 * Its colors are in toaster.css.
 */
export default function SonnerToaster() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const moveToFront = () => {
      if (layer.current?.matches(':popover-open')) layer.current.hidePopover();
      layer.current?.showPopover();
    };
    moveToFront();
    window.addEventListener(TOASTER_REQUESTED, moveToFront);
    return () => window.removeEventListener(TOASTER_REQUESTED, moveToFront);
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
