import { recognizeLayout, serveFileParser } from '#features/imports/server/parsing.ts';
import { type StatementRecord, statementLayouts } from './statement-layouts.ts';

serveFileParser<StatementRecord>({
  recognize: ({ content, repairs }) => recognizeLayout(content, 'bank-statement', statementLayouts, repairs),
});
