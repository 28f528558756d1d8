import { useQuery } from '@tanstack/react-query';
import { listPsxSignals, type SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { useSession } from '#web/session/session.ts';

/** What the server rendered for a visitor. */
export interface RenderedSignals {
  list: SignalList;
  asOf: string;
}

/** What begins the key of every list of signals. */
export const SIGNALS_KEY = ['signals'];

const STALE_MS = 15_000;
const MAX_RETRIES = 2;

/**
 * The signals of a type for whoever reads. It begins with what the server rendered, so that the page does not blink;
 * for a signed-in reader that is replaced by their own answer as soon as it is there.
 */
export function useSignals(type: SignalType, rendered: RenderedSignals | null) {
  const user = useSession();
  const isVisitor = !user;
  return useQuery({
    queryKey: [...SIGNALS_KEY, type, user?.id ?? 'visitor'],
    queryFn: () => api(listPsxSignals, { query: { signal_type: type } }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    retry: (failures, error) =>
      failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500 && error.status > 0),
    ...(rendered && isVisitor
      ? { initialData: rendered.list, initialDataUpdatedAt: Date.parse(rendered.asOf) }
      : { placeholderData: rendered?.list }),
  });
}
