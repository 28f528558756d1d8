import type { Company } from '#contract/market/companies.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface SymbolDialogProps {
  symbol: string;
  /** Companies with similar symbols. */
  similar: readonly Company[];
  onConfirm: () => void;
  /** Replaces the symbol with that of a company. */
  onChoose: (symbol: string) => void;
  onClose: () => void;
}

/** Asks whether to save a symbol that is not in the company directory, and offers similar ones. */
export function SymbolDialog({ symbol, similar, onConfirm, onChoose, onClose }: SymbolDialogProps) {
  return (
    <ConfirmDialog
      title={`Use the symbol ${symbol}?`}
      description={`${symbol} is not in the company directory. Traders see no company name for it.`}
      confirmLabel={`Use ${symbol}`}
      variant="primary"
      isPending={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {similar.length > 0 && (
        <div>
          <p id="similar-symbols" className="mb-2 font-medium">
            Did you mean
          </p>
          <ul aria-labelledby="similar-symbols" className="grid gap-2">
            {similar.map(({ symbol: other, name }) => (
              <li key={other}>
                <Button
                  variant="secondary"
                  className="w-full justify-start text-left"
                  onClick={() => onChoose(other)}
                >
                  <span className="font-semibold">{other}</span>
                  <span className="min-w-0 font-normal text-muted">{name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  );
}
