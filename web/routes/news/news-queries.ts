import { useQuery } from '@tanstack/react-query';
import { listNewsCategories, listNewsSectors, listNewsSources } from '#contract/news/endpoints.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';

/** The names to filter by. */
export interface NewsChoices {
  sources: string[];
  sectors: string[];
  categories: string[];
}

const NO_CHOICES: NewsChoices = { sources: [], sectors: [], categories: [] };

/** Loads the choices on the server. Returns `null` if that fails: the browser loads them later. */
export async function loadChoices(send: Send): Promise<NewsChoices | null> {
  try {
    const [{ sources }, { sectors }, { categories }] = await Promise.all([
      callEndpoint(listNewsSources, {}, send),
      callEndpoint(listNewsSectors, {}, send),
      callEndpoint(listNewsCategories, {}, send),
    ]);
    return { sources, sectors, categories };
  } catch {
    return null;
  }
}

/** Returns the choices; empty lists until they are loaded. */
export function useNewsChoices(rendered: { choices: NewsChoices | null; asOf: string } | null): NewsChoices {
  const { data } = useQuery({
    queryKey: ['news', 'choices'],
    queryFn: async () => {
      const [{ sources }, { sectors }, { categories }] = await Promise.all([
        api(listNewsSources, {}),
        api(listNewsSectors, {}),
        api(listNewsCategories, {}),
      ]);
      return { sources, sectors, categories };
    },
    staleTime: CHOICES_STALE_MS,
    gcTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.choices, rendered?.asOf),
  });
  return data ?? NO_CHOICES;
}
