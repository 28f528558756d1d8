import { CloseIcon } from '#core/web/ui/icons.tsx';

/** Closes the dialog that it is part of. */
export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button
    type="button"
    aria-label="Close"
    onClick={onClose}
    className="flex size-10 shrink-0 items-center justify-center rounded-box text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
  >
    <CloseIcon className="size-4.5" />
  </button>
);
