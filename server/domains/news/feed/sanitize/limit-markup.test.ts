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
