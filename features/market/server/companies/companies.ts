export { createDirectory } from './directory.ts';
export { createCompanyHandler } from './import/company-handler.ts';
export { recognizeCompanies } from './import/symbols-layout.ts';
