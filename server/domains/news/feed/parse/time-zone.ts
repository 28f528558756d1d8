/** Asia/Karachi, the default for dates without a zone. */
const PAKISTAN_MINUTES = 5 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;

const ZONE_HOURS: Record<string, number> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  PKT: 5,
  PKST: 6,
  IST: 5.5,
  GST: 4,
  BST: 1,
  CET: 1,
  CEST: 2,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

/** Parses `PKT`, `+0500` or `GMT+05:00` into minutes ahead of UTC. Returns `null` for an unsupported zone. */
export function parseZoneMinutes(zone: string | undefined, isPakistani: boolean): number | null {
  if (zone === undefined) {
    return PAKISTAN_MINUTES;
  }
  const offset = /([+-])(\d{2}):?(\d{2})?(?:\s[a-z]+)?$/i.exec(zone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > MAX_OFFSET_MINUTES ? null : minutes * (offset[1] === '-' ? -1 : 1);
  }
  const name = zone.toUpperCase();
  if (name === 'PST' && isPakistani) {
    return PAKISTAN_MINUTES;
  }
  const hours = Object.hasOwn(ZONE_HOURS, name) ? ZONE_HOURS[name] : undefined;
  return hours === undefined ? null : hours * 60;
}

/** Publishers in Pakistan whose domain does not end in `.pk`. */
const PAKISTANI_HOSTS =
  /(?:^|\.)(?:arynews\.tv|aaj\.tv|bolnews\.com|brecorder\.com|dawn\.com|dunyanews\.tv|geo\.tv|hum\.tv|humnews\.tv|jang\.com|mettisglobal\.news|minutemirror\.com|pakobserver\.net|samaa\.tv|scstrade\.com|thefridaytimes\.com|urdupoint\.com|24newshd\.tv)$/;

/** Returns whether an item comes from Pakistan, by the hosts of its feed and link and by the language of the feed. */
export function isFromPakistan(urls: readonly (string | null)[], language: string | null): boolean {
  const hosts = urls.map((url) => (url === null ? '' : (URL.parse(url)?.hostname ?? '')));
  return (
    /^ur(?:-|$)|[-_]pk$/i.test(language ?? '') ||
    hosts.some((host) => host.endsWith('.pk') || PAKISTANI_HOSTS.test(host))
  );
}
