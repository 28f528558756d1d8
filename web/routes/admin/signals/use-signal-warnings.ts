import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { toKarachiDate } from '#contract/dates.ts';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import type { Analyst } from '#contract/signals/analyst-endpoints.ts';
import { listDisclosureWarnings } from '#contract/signals/disclosure.ts';
import type { DraftContent } from '#contract/signals/draft-content.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { getSignalChecks } from '#contract/signals/signal-checks.ts';
import {
  listSignalWarnings,
  type SignalChecks,
  type SignalWarning,
} from '#contract/signals/signal-warnings.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { useAnalysts } from '#web/routes/admin/analysts/use-analysts.ts';
import { parsePrice, withAnalyst } from './signal-form.ts';

/** The session may end and prices may be imported while the form is open. */
const STALE_MS = 60_000;

interface Warnings {
  /** `undefined` until they are loaded for the symbol, and if they cannot be loaded: saving checks again. */
  checks: SignalChecks | undefined;
  warnings: SignalWarning[];
}

/** Returns the warnings about a draft while it is typed, and what it is checked against. */
export function useSignalWarnings(draft: DraftContent, published: AdminSignal | null): Warnings {
  const symbol = draft.symbol.trim();
  const search = useDeferredValue(symbol);
  const { data } = useQuery({
    queryKey: ['signal-checks', search],
    queryFn: () => api(getSignalChecks, { query: { symbol: search } }),
    enabled: SYMBOL_PATTERN.test(search),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
    retry: false,
  });
  const { data: list } = useAnalysts();
  if (data?.symbol !== symbol) return { checks: undefined, warnings: [] };
  const disclosure = list && !list.is_disclosure_required ? listMissing(draft, published, list.results) : [];
  const typed = {
    symbol,
    signal_type: draft.signal_type,
    call_status: draft.call_status,
    order_type: draft.order_type,
    entry_price: parsePrice(draft.entry_price),
    stop_loss: parsePrice(draft.stop_loss),
    target_points: draft.targets.map(parsePrice),
  };
  return { checks: data, warnings: [...listSignalWarnings(typed, published, data), ...disclosure] };
}

/** Lists what the draft does not disclose. If disclosures are required, it is an error of saving instead. */
function listMissing(
  draft: DraftContent,
  published: AdminSignal | null,
  analysts: readonly Analyst[],
): SignalWarning[] {
  const { rationale, disclosures } = draft;
  // A draft of a client that does not know the fields.
  if (rationale === undefined && disclosures === undefined) return [];
  const today = toKarachiDate(getNow());
  const named = published ? draft : withAnalyst(draft, analysts);
  const signal = {
    analyst_name: named.analyst_name.trim() || null,
    analyst_registration: named.analyst_registration.trim() || null,
    rationale: rationale?.trim() || null,
    disclosures: disclosures?.length ? disclosures : null,
  };
  return listDisclosureWarnings(signal, published, { analysts, today });
}
