import type { Signal } from '#contract/signals/signal.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { getSignalFilters, type RenderedCompany } from '#web/routes/companies/company/load-company.ts';
import { useSignals } from '#web/routes/signals/psx/use-signals.ts';
import { isOpenSignal } from '#web/signals/signal-labels.ts';

/** The company's intraday signals in progress, which everyone may see. */
export function useFreeSignals(symbol: string, rendered: RenderedCompany | null): readonly Signal[] {
  const list = rendered?.sections?.signals;
  return useOpenSignals(
    'intraday',
    symbol,
    rendered && list ? { list, choices: null, asOf: rendered.asOf } : null,
  );
}

/** The company's premium signals in progress that the signed-in user may see. Only for signed-in users. */
export function usePremiumSignals(symbol: string): readonly Signal[] {
  const swing = useOpenSignals('swing', symbol, null);
  const investment = useOpenSignals('investment', symbol, null);
  return [...swing, ...investment];
}

const useOpenSignals = (
  type: SignalType,
  symbol: string,
  rendered: Parameters<typeof useSignals>[2],
): Signal[] =>
  (useSignals(type, getSignalFilters(symbol), rendered).data?.results ?? []).filter(isOpenSignal);
