import { serveFileParser } from '#features/imports/server/parsing.ts';
import { type CompanyRecord, recognizeCompanies } from './symbols-layout.ts';

serveFileParser<CompanyRecord>({ recognize: ({ content, repairs }) => recognizeCompanies(content, repairs) });
