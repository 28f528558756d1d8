import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** An element of a server-rendered page. */
export interface HtmlElement {
  /** Its text with single spaces, without scripts and styles. */
  text: string;
  getAttribute(name: string): string | undefined;
  /** Returns the descendants with a tag name, in document order. */
  findAll(tagName: string): HtmlElement[];
  /** Returns the only descendant with a tag name. */
  find(tagName: string): HtmlElement;
}

/** Parses a page like a browser without JavaScript. */
export function parseHtml(html: string): HtmlElement {
  return toElement(parse(html, { scriptingEnabled: false }));
}

/** Removes the elements that keep the figures of a sentence from translation, so that HTML can be searched for the sentence. */
export const joinSentences = (html: string): string => html.replaceAll(/<!-- -->|<\/?span[^>]*>/g, '');

function toElement(node: Node): HtmlElement {
  const findAll = (tagName: string) =>
    listDescendants(node)
      .filter((descendant): descendant is Element => descendant.nodeName === tagName)
      .map(toElement);
  return {
    text: getText(node).replaceAll(/\s+/g, ' ').trim(),
    getAttribute: (name) => ('attrs' in node ? node.attrs : []).find((attr) => attr.name === name)?.value,
    findAll,
    find(tagName) {
      const [found, ...others] = findAll(tagName);
      if (!found || others.length > 0)
        throw new Error(`Expected one <${tagName}>, found ${others.length + (found ? 1 : 0)}.`);
      return found;
    },
  };
}

const getChildren = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);

const listDescendants = (node: Node): Node[] =>
  getChildren(node).flatMap((child) => [child, ...listDescendants(child)]);

function getText(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (node.nodeName === 'script' || node.nodeName === 'style') return '';
  return getChildren(node).map(getText).join('');
}
