import { serveFileParser } from '#server/domains/imports/parsing.ts';
import { type CompanyRecord, recognizeCompanies } from './symbols-layout.ts';

serveFileParser<CompanyRecord>({ recognize: ({ content }) => recognizeCompanies(content) });
