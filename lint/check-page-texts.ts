import { globSync } from 'node:fs';
import {
  getTokenPosOfNode,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type JsxTagNameExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isConditionalExpression,
  isFunctionLikeDeclaration,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isParenthesizedExpression,
  isReturnStatement,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

/** What an expression may render. */
interface Content {
  text: boolean;
  /** The text is the same at every rendering. */
  fixed: boolean;
  element: boolean;
  /** Nothing, or any number of texts and elements. */
  absent: boolean;
  /** Any number of texts and elements, such as the children that a component was given. */
  list: boolean;
}

/**
 * Returns the texts of pages that React cannot update after the browser has translated the page, as `file:line: message`. A
 * translation replaces text nodes (decision 114). React needs a text node again when it changes or removes it, and when it inserts an
 * element in front of it, but not if the text is the only child of its element.
 */
export function checkPageTexts(files: string[]): string[] {
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProjects: ['tsconfig.json'] }).getProjects()[0];
    if (!project) throw new Error('tsconfig.json could not be loaded');
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(file);
      if (!source) throw new Error(`${file} does not belong to tsconfig.json`);
      return new PageTexts(source, project.checker).check().map((message) => `${file}:${message}`);
    });
  } finally {
    api.close();
  }
}

const NOTHING: Content = { text: false, fixed: false, element: false, absent: true, list: false };
const ELEMENT: Content = { ...NOTHING, element: true, absent: false };
const TEXT: Content = { ...NOTHING, text: true, fixed: true, absent: false };

class PageTexts {
  readonly #source: SourceFile;
  readonly #checker: Checker;
  readonly #messages: string[] = [];
  readonly #contents = new Map<number, Content>();

  constructor(source: SourceFile, checker: Checker) {
    this.#source = source;
    this.#checker = checker;
  }

  check(): string[] {
    this.#visit(this.#source);
    return this.#messages;
  }

  #visit(node: Node): void {
    if (isJsxElement(node))
      this.#checkChildren(node.children, this.#isTransparent(node.openingElement.tagName));
    // The texts of a fragment are children of an element that is somewhere else.
    else if (isJsxFragment(node) && !isChild(node)) this.#checkChildren(node.children, true);
    if (isConditionalExpression(node) || isFunctionLikeDeclaration(node))
      this.#checkAlternatives(listAlternatives(node));
    node.forEachChild((child) => {
      this.#visit(child);
      return undefined;
    });
  }

  /** React turns an element into its alternative if they have the same type and key, and so their texts into each other. */
  #checkAlternatives(alternatives: JsxNode[]): void {
    const groups = Map.groupBy(new Set(alternatives), (node) => getType(node, this.#source));
    for (const group of groups.values())
      for (const node of group.length > 1 ? group : [])
        if (this.#hasTextNextToOthers(node))
          this.#report(node, 'Give alternatives with text different keys.');
  }

  #hasTextNextToOthers(node: Node): boolean {
    if (isJsxElement(node) || isJsxFragment(node)) {
      const children = [...this.#listChildren(node.children)];
      if (children.length > 1 && children.some(([, { text }]) => text)) return true;
    }
    return node.forEachChild((child) => this.#hasTextNextToOthers(child) || undefined) ?? false;
  }

  #checkChildren(nodes: Iterable<JsxChild>, isPassedOn: boolean): void {
    const children = [...this.#listChildren(nodes)];
    for (const [index, [node, content]] of children.entries()) {
      const next = children.slice(index + 1).find(([, { absent }]) => !absent)?.[1];
      if (content.text && isPassedOn) this.#report(node, 'Give text an element of its own in a fragment.');
      else if (content.text && !content.fixed && (children.length > 1 || !isJsxExpression(node)))
        this.#report(node, 'Give text that can change an element of its own.');
      else if (isAlternative(node) && content.text && content.list)
        this.#report(node, 'Give alternatives that can be text an element of their own.');
      else if (content.absent && next?.text)
        this.#report(node, 'Give text after content that can be absent an element of its own.');
    }
  }

  *#listChildren(nodes: Iterable<JsxChild>): Generator<[Node, Content]> {
    for (const node of nodes) {
      if (isJsxText(node)) {
        if (!/^\s*\n\s*$/.test(node.text)) yield [node, TEXT];
      } else if (isJsxFragment(node)) yield* this.#listChildren(node.children);
      else if (isJsxElement(node)) yield [node, this.#getElement(node.openingElement.tagName)];
      else if (isJsxSelfClosingElement(node)) yield [node, this.#getElement(node.tagName)];
      else if (isJsxExpression(node) && node.expression) {
        const { expression } = node;
        const type = this.#checker.getTypeAtLocation(expression);
        const content = isStringLiteral(expression) ? TEXT : type && this.#getContent(type);
        if (content && (content.text || content.element)) yield [node, content];
      }
    }
  }

  #getRendered(tag: JsxTagNameExpression): Content {
    const type = /^[A-Z]/.test(tag.getText(this.#source)) ? this.#checker.getTypeAtLocation(tag) : undefined;
    const name = type?.getSymbol()?.name;
    if (!type || name === 'ForwardRefExoticComponent') return ELEMENT;
    if (name === 'LazyExoticComponent') return { ...ELEMENT, absent: true };
    const [signature] = this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    const rendered = signature && this.#checker.getReturnTypeOfSignature(signature);
    return rendered ? this.#getContent(rendered) : ELEMENT;
  }

  #getElement(tag: JsxTagNameExpression): Content {
    return this.#isTransparent(tag) ? { ...ELEMENT, absent: true } : this.#getRendered(tag);
  }

  /** Returns whether a component renders its children without an element around them. */
  #isTransparent(tag: JsxTagNameExpression): boolean {
    const { text, list } = this.#getRendered(tag);
    return text && list;
  }

  #getContent(type: Type): Content {
    let content = this.#contents.get(type.id);
    if (!content) {
      // A type that contains itself adds nothing to itself.
      this.#contents.set(type.id, NOTHING);
      content = this.#readContent(type);
      this.#contents.set(type.id, content);
    }
    return content;
  }

  #readContent(type: Type): Content {
    const { flags } = type;
    if (type.isUnionType()) {
      const parts = type.getTypes().map((part) => this.#getContent(part));
      const has = (key: keyof Content) => parts.some((part) => part[key]);
      return {
        text: has('text'),
        fixed: false,
        element: has('element'),
        absent: has('absent'),
        list: has('list'),
      };
    }
    if (flags & (TypeFlags.Nullable | TypeFlags.Void | TypeFlags.BooleanLike)) return NOTHING;
    if (type.isLiteralType() && !type.value) return NOTHING;
    if (flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.AnyOrUnknown))
      return { ...TEXT, fixed: (flags & TypeFlags.StringOrNumberLiteral) !== 0 };
    if (type.getSymbol()?.name === 'Iterable') return { ...TEXT, fixed: false, absent: true, list: true };
    if (this.#checker.isArrayLikeType(type) && type.isTypeReference()) {
      const [part] = this.#checker.getTypeArguments(type);
      return { ...(part ? this.#getContent(part) : ELEMENT), fixed: false, absent: true, list: true };
    }
    return ELEMENT;
  }

  #report(node: Node, message: string): void {
    const start = getTokenPosOfNode(node, this.#source);
    this.#messages.push(`${this.#source.getLineAndCharacterOfPosition(start).line + 1}: ${message}`);
  }
}

type JsxNode = JsxElement | JsxSelfClosingElement | JsxFragment;

/** Returns the elements of which an expression, or a component, renders one. */
function listAlternatives(node: Node | undefined): JsxNode[] {
  if (!node) return [];
  if (isJsxElement(node) || isJsxSelfClosingElement(node) || isJsxFragment(node)) return [node];
  if (isParenthesizedExpression(node)) return listAlternatives(node.expression);
  if (isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(listAlternatives);
  if (isBinaryExpression(node)) return [node.left, node.right].flatMap(listAlternatives);
  if (!isFunctionLikeDeclaration(node)) return [];
  if (isArrowFunction(node) && !isBlock(node.body)) return listAlternatives(node.body);
  const returned: JsxNode[] = [];
  const findReturns = (child: Node) => {
    if (isReturnStatement(child)) returned.push(...listAlternatives(child.expression));
    else if (!isFunctionLikeDeclaration(child)) child.forEachChild((each) => void findReturns(each));
  };
  node.forEachChild((child) => void findReturns(child));
  return returned;
}

function getType(node: JsxNode, source: SourceFile): string {
  if (isJsxFragment(node)) return '';
  const { tagName, attributes } = isJsxElement(node) ? node.openingElement : node;
  const key = attributes.properties.find(
    (each) => isJsxAttribute(each) && each.name.getText(source) === 'key',
  );
  return `${tagName.getText(source)} ${key?.getText(source) ?? ''}`;
}

const isChild = ({ parent }: Node) => isJsxElement(parent) || isJsxFragment(parent);

const isAlternative = (node: Node) =>
  isJsxExpression(node) &&
  node.expression !== undefined &&
  (isConditionalExpression(node.expression) || isBinaryExpression(node.expression));

if (import.meta.main) {
  const messages = checkPageTexts(
    globSync('{core,features/*}/web/**/*.tsx', { exclude: ['**/*.test.tsx'] }).sort(),
  );
  for (const message of messages) process.stdout.write(`${message}\n`);
  if (messages.length > 0) process.exitCode = 1;
}
