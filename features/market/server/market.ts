export {
  cacheHolidays,
  cacheTradingCalendar,
  type ExplainedHolidays,
  readTradingCalendar,
} from './calendar/schedules.ts';
export {
  areHoursTentative,
  getLastSessionEnd,
  getNextSessionStart,
  getSessionEnd,
  getSessions,
  getSessionTime,
  type TradingCalendar,
  toTimestamp,
} from './calendar/sessions.ts';
export {
  findCompany,
  findCompanyByName,
  findSectorName,
  listCompanies,
  listCompanySectors,
  listSectors,
  searchCompanies,
  suggestCompanies,
} from './companies.ts';
export { type CompanyIndex, createCompanyIndex } from './company-search/rank-companies.ts';
export { searchMarket } from './company-search/search-market.ts';
export { COMPANY_CHANGES, deriveStatus, describeTradingStop, QUIET_DAYS } from './company-status.ts';
export {
  type Companies,
  cacheCompanies,
  findStatusEdit,
  isInDirectory,
  listImportedCompanies,
  readStatusEdits,
} from './company-statuses.ts';
export { addDownloadFailures, downloadQueue } from './downloads.ts';
export {
  getNextTradingDay,
  getPreviousTradingDay,
  type Holidays,
  isTradingDay,
  toHolidays,
} from './trading-days.ts';
