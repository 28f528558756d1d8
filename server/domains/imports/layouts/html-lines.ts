import { type HtmlRow, readHtml } from '#server/domains/imports/parse/html-tables.ts';

/**
 * Converts HTML to the lines of a table with tabs, so that the layouts of text apply. The links of a row become the columns
 * `image` and `document`. Of the text outside of tables only what `isContext` accepts stays.
 */
export function htmlToLines(html: string, isContext: (text: string) => boolean): string[] {
  return readHtml(html).flatMap((part) => {
    if (typeof part === 'string') return isContext(part) ? [part] : [];
    const width = Math.max(...part.map(({ cells }) => cells.length));
    const hasLinks = part.some(({ image, document }) => image !== '' || document !== '');
    return part.map((row) => toLine(row, width, hasLinks));
  });
}

function toLine({ cells, image, document, isHeader }: HtmlRow, width: number, hasLinks: boolean): string {
  const padded = [...cells, ...Array<string>(width - cells.length).fill('')];
  const links = isHeader ? ['image', 'document'] : [image, document];
  return [...padded, ...(hasLinks ? links : [])].map(toCell).join('\t');
}

const toCell = (text: string) => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);
