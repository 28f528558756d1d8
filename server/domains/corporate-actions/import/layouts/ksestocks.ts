import { omitNull } from '#server/domains/corporate-actions/import/parse/omit-null.ts';
import { checkOrder, parseFaceValue } from '#server/domains/corporate-actions/import/parse/parse-values.ts';
import type { EventColumnLayout } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { parseOptionalDate, parseText, requireDate } from '#server/domains/imports/imports.ts';

/** Objects of `var bcs = {"cur": […], "old": […]}`, as a script or as plain JSON. */
export const ksestocksClosures: EventColumnLayout = {
  kind: 'book-closures',
  name: 'ksestocks book closures',
  forms: ['json'],
  matches: (has) => has('symbol', 'cname') && has('bcfrom'),
  parse(row) {
    const company = matchCompany({ symbol: row.get('symbol'), name: row.get('cname') });
    const bcFrom = requireDate(row.get('bcfrom'), 'bcfrom');
    const bcTo = parseOptionalDate(row.get('bcto'), 'bcto');
    checkOrder(bcFrom, bcTo);
    const faceValue = parseFaceValue(row.get('faceval'));
    return {
      ...company,
      date: bcFrom,
      reference: null,
      values: {
        ...company,
        bcFrom,
        payout: parseText('payout', row.get('payout')) ?? '',
        ...omitNull({ bcTo, faceValue }),
      },
    };
  },
};
