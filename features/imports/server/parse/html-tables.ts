import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { INLINE_ELEMENTS, markInline, separateWords } from '#core/server/platform/inline-text.ts';
import { cleanText } from './values.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface HtmlRow {
  cells: string[];
  /** The file names of the first image and of the first document that the row links to, or empty. */
  image: string;
  document: string;
  /** The symbol in an attribute of a cell, as on the exchange's market summary, or empty. */
  symbol: string;
  isHeader: boolean;
}

const MAX_DEPTH = 200;

/** Reads the tables of an HTML document or fragment, and the text between them, in order. */
export function readHtml(html: string): (HtmlRow[] | string)[] {
  // Outside of a table, parsers drop the tags of rows and cells.
  const text = /^\s*<(?:thead|tbody|tr)\b/i.test(html) ? `<table>${html}</table>` : html;
  const parts: (HtmlRow[] | string)[] = [];
  walk(parseFragment(text), 0, (node) => {
    if (node.nodeName === 'table') {
      parts.push(readRows(node));
      return false;
    }
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '')
      parts.push(cleanText(node.value));
    return node.nodeName !== 'script' && node.nodeName !== 'style';
  });
  return parts.filter((part) => part.length > 0);
}

function readRows(table: Node): HtmlRow[] {
  const rows: HtmlRow[] = [];
  walk(table, 0, (node) => {
    if (node.nodeName !== 'tr' || !('childNodes' in node)) return true;
    const cells = node.childNodes.filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th');
    const isHeader = cells.every(({ nodeName }) => nodeName === 'th');
    if (cells.length > 0) rows.push({ cells: cells.map(getText), ...getLinks(node), isHeader });
    return false;
  });
  return rows;
}

/** Visits a node and its descendants; `visit` returns whether the children are visited. */
function walk(node: Node, depth: number, visit: (node: Node) => boolean): void {
  if (depth > MAX_DEPTH || !visit(node) || !('childNodes' in node)) return;
  for (const child of node.childNodes) walk(child, depth + 1, visit);
}

/** Returns the text of a value that may be HTML, in one line. */
export const readHtmlText = (value: string): string =>
  value.includes('<') ? getText(parseFragment(value)) : cleanText(value);

function getText(cell: Node): string {
  const texts: string[] = [];
  const visit = (node: Node, depth: number): void => {
    if (node.nodeName === '#text' && 'value' in node) texts.push(node.value);
    if (depth > MAX_DEPTH || /^(?:script|style)$/.test(node.nodeName) || !('childNodes' in node)) return;
    // A break or a block separates words.
    const mark = INLINE_ELEMENTS.has(node.nodeName) ? markInline(getAttribute(node, 'class')) : ' ';
    texts.push(mark);
    for (const child of node.childNodes) visit(child, depth + 1);
    texts.push(mark);
  };
  visit(cell, 0);
  return cleanText(separateWords(texts.join('')));
}

const getAttribute = (node: Node, wanted: string): string | undefined =>
  'attrs' in node ? node.attrs.find(({ name }) => name === wanted)?.value : undefined;

function getLinks(row: Node): { image: string; document: string; symbol: string } {
  const links = { image: '', document: '', symbol: '' };
  walk(row, 0, (node) => {
    for (const { name, value } of 'attrs' in node ? (node as Element).attrs : []) {
      if (name === 'data-srip') links.symbol ||= cleanText(value);
      if (name === 'data-images') links.image ||= cleanText(value);
      if (name === 'href' && value.startsWith('/download/document/')) links.document ||= cleanText(value);
    }
    return true;
  });
  return links;
}
