import type { Signal } from '#features/signals/contract/signal.ts';

/** Returns whether the company of a signal has a page: outside the directory, those with prices or an intraday signal do. */
export const hasCompanyPage = ({ company_name, signal_type, last_close }: Signal): boolean =>
  company_name !== null || signal_type === 'intraday' || last_close !== null;
