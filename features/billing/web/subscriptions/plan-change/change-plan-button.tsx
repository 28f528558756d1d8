import { useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';

const PlanChangeDialog = lazyWithPreload(
  async () => (await import('./plan-change-dialog.tsx')).PlanChangeDialog,
);

interface ChangePlanButtonProps {
  subscription: Subscription;
  priceId: string;
  /** The new plan and interval, such as `Pro Monthly`. */
  name: string;
  onChanged: () => void;
  wide?: boolean;
  /** Shows only "Change", next to the name of the plan. */
  isShort?: boolean;
}

/** Opens the dialog that previews and confirms a change of the plan. Its code is loaded by the first press. */
export function ChangePlanButton({
  subscription,
  priceId,
  name,
  onChanged,
  wide,
  isShort,
}: ChangePlanButtonProps) {
  // A copy from when the button was pressed, so that the dialog does not change while it is open.
  const [requested, setRequested] = useState<Subscription | null>(null);
  const { isLoading, isFailed, retry } = useLazyCode(PlanChangeDialog, requested !== null);
  const close = () => setRequested(null);
  const open = () => {
    setRequested(subscription);
    if (isFailed) retry();
  };
  return (
    <>
      <Button
        variant="secondary"
        wide={wide}
        size={isShort ? 'small' : 'medium'}
        busy={isLoading}
        onClick={open}
        className="needs-script"
      >
        {isShort ? (
          <span>
            Change<span className="sr-only">{` to ${name}`}</span>
          </span>
        ) : (
          `Change to ${name}`
        )}
      </Button>
      {isFailed && (
        <p role="alert" className="text-sm text-danger">
          The dialog could not be loaded. Check your connection and try again.
        </p>
      )}
      {requested && (
        <PlanChangeDialog
          subscription={requested}
          priceId={priceId}
          name={name}
          onClose={close}
          onChanged={() => {
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}
