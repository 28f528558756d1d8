const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const TAG = /^<(\/?)(b|strong|i|em|u|s|code|pre|a)((?: href="[^"<>]*")?)>/;

/** Returns the text of a message in Telegram's HTML; `null` for what the service rejects: other tags and entities, and tags that do not match. */
export function parseHtml(html: string): string | null {
  const open: string[] = [];
  let text = '';
  for (let rest = html; rest !== ''; ) {
    if (rest[0] === '<') {
      const [whole, slash, name = '', attribute] = TAG.exec(rest) ?? [];
      if (whole === undefined || (attribute !== '' && name !== 'a')) return null;
      if (slash === '') open.push(name);
      else if (open.pop() !== name) return null;
      rest = rest.slice(whole.length);
    } else if (rest[0] === '&') {
      const [entity = ''] = /^&[a-z]+;/.exec(rest) ?? [];
      const character = ENTITIES[entity];
      if (character === undefined) return null;
      text += character;
      rest = rest.slice(entity.length);
    } else {
      const [plain = ''] = /^[^<&]+/.exec(rest) ?? [];
      text += plain;
      rest = rest.slice(plain.length);
    }
  }
  return open.length === 0 ? text : null;
}
