import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { limitMarkup } from './limit-markup.ts';

it.each([
  ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['<ul><li>a<li>b</ul>c', '<ul><li>a</li><li>b</li></ul>c'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<p>a<br>b<img src=x>c</p>', '<p>a<br>b<img src=x>c</p>'],
  ['a<!-- b -->c<!-->d<!---->e<!-- f', 'acde'],
  ['a<![CDATA[<b>x</b>]]>', 'a<b>x</b>'],
  ['5 < 6 and a<b', '5 < 6 and a'],
  ['<p>cut <a href="https://ok.exa', '<p>cut </p>'],
  ['</p></div>x', 'x'],
  ['<i><</p>b>', '<i>< b></i>'],
  ['<i></</p>b>', '<i></ b></i>'],
  [`<a href="${'x'.repeat(8000)}">x</a>`, 'x'],
  ['<i title="a>b">x</i>', '<i title="a>b">x</i>'],
  ['<i title=a="b>x"</i>', '<i title=a="b>x"</i>'],
  // The quotation mark must not hide the tags: parsers read it as text of the textarea.
  ['<textarea><i title="</textarea><b>x', '<i title="</textarea><b>x</b></i>'],
])('converts %j to %j', (html, expected) => {
  expect(limitMarkup(html)).toBe(expected);
});

it('closes every element and limits the depth to 30', () => {
  const names = fc.constantFrom('p', 'b', 'div', 'li', 'table', 'svg', 'script');
  const piece = fc.oneof(
    names.map((name) => `<${name}>`),
    names.map((name) => `</${name}>`),
    fc.constantFrom('<!--', '-->', '<br>', 'x', '<', '>', '"'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
      const open: string[] = [];
      let deepest = 0;
      for (const [, slash, name = ''] of limitMarkup(pieces.join('')).matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
        if (slash) {
          expect(open.pop()).toBe(name);
        } else if (name !== 'br') {
          open.push(name);
        }
        deepest = Math.max(deepest, open.length);
      }
      expect(open).toEqual([]);
      expect(deepest).toBeLessThanOrEqual(30);
    }),
  );
});

it('truncates at 200,000 characters', () => {
  expect(limitMarkup(`<p>${'x'.repeat(300_000)}</p>`)).toHaveLength(200_000 + '</p>'.length);
});

it('takes little longer for dropped tags than for others', () => {
  const measure = (html: string) => {
    const start = performance.now();
    limitMarkup(html);
    return performance.now() - start;
  };
  const dropped = 'text </p>'.repeat(20_000);
  const others = 'text <br>'.repeat(20_000);
  const pairs = Array.from({ length: 7 }, () => ({ dropped: measure(dropped), other: measure(others) }));
  const fastest = (durations: number[]) => Math.min(...durations);
  // The ratio was 30 when every dropped tag copied the result.
  const ratio = fastest(pairs.map((pair) => pair.dropped)) / fastest(pairs.map((pair) => pair.other));
  expect(ratio).toBeLessThan(8);
});
