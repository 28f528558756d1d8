import { type Plugin, parseAst } from 'vite';

/** What an endpoint tells whoever parses and serialises calls. The browser does neither: it trusts its own server. */
const SCHEMAS = new Set(['params', 'query', 'body', 'response']);

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: { properties?: { start: number; end: number; key?: { name?: string } }[] }[];
  [key: string]: unknown;
}

/**
 * Leaves the schemas out of the contract's endpoints in the browser's build, so that pages do not load a schema library
 * for the sake of calling them. Nothing breaks without it; pages would only be some 8 KB heavier.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'tezi:endpoints-without-schemas',
    // After the types are gone.
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/, code: /\bendpoint\(/ },
      handler(code) {
        const cuts = endpointCalls(parseAst(code) as unknown as Node)
          .flatMap((call) => call.arguments?.[0]?.properties ?? [])
          .filter((property) => SCHEMAS.has(property.key?.name ?? ''))
          .toSorted((a, b) => b.start - a.start);
        const name = (cut: { start: number }) => code.slice(cut.start).match(/^\w+/)?.[0];
        return cuts.reduce(
          (text, cut) => `${text.slice(0, cut.start)}${name(cut)}: undefined${text.slice(cut.end)}`,
          code,
        );
      },
    },
  };
}

function endpointCalls(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const children = Object.values(node).flatMap(endpointCalls);
  const { type, callee } = node as Node;
  return type === 'CallExpression' && callee?.name === 'endpoint' ? [node as Node, ...children] : children;
}
