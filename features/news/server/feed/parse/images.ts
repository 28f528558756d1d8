import { toImageUrl } from './urls.ts';

/** Pictures of authors and emoji, and images that count visitors, by host or path. */
const UNWANTED_HOST =
  /(?:^|\.)(?:gravatar\.com|ui-avatars\.com|libravatar\.org|graph\.facebook\.com|feedburner\.com|feedsportal\.com|doubleclick\.net|google-analytics\.com|googletagmanager\.com|googlesyndication\.com|scorecardresearch\.com|quantserve\.com|feeds\.wordpress\.com|stats\.wp\.com|addtoany\.com|sharethis\.com|adnxs\.com|outbrain\.com|taboola\.com|chartbeat\.(?:com|net)|statcounter\.com|histats\.com|list-manage\.com|branch\.io|amazon-adsystem\.com)$|^(?:pixels?|beacons?|stats|counters?|track(?:er|ing)?|analytics|metrics|avatars?\d?|ads?)\./i;
const GOOGLE_PROFILE = /^lh\d\.googleusercontent\.com\/a-?\//i;
const UNWANTED_FOLDER =
  /\/(?:(?:[a-z]+[_-])?avatars?|gravatar|authors?|emojis?|twemoji|smilies|profile[_-](?:images|photos|pictures|pics))(?:[_-]?\d+(?:x\d+)?)?(?:\/|$)|^\/tr$|^\/~[rf]/i;
/** Folders of services that count visitors. Photos may be in a folder of that name. */
const TRACKING_FOLDER =
  /\/(?:pixels?|beacon|impressions?|track(?:ing|er)?|web-?bug|1x1)\/(?!.*\.(?:jpe?g|webp|avif)$)/i;
const UNWANTED_FILE = /\/(?:[^/]*[_-])?avatar(?:[_-]?\d+(?:x\d+)?)?\.\w+$|\/(?:piwik|matomo)\.php$/i;
/** A file whose name has only these words and sizes shows nothing. */
const EMPTY_WORD =
  /^(?:spacer|blank|trans(?:parent)?|clear(?:dot)?|dot|pixels?|1px|1x1|beacon|impressions?|track(?:ing|er)?|webbug|lazy(?:load)?|load(?:ing|er)|placeholder|emoji|utm)\d*$/i;
const SIZE = /^\d+(?:x\d+)?$/;

function isEmptyFile(pathname: string): boolean {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const words = file.split(/[_-]/).filter((word) => word !== '');
  return (
    words.some((word) => EMPTY_WORD.test(word)) &&
    words.every((word) => EMPTY_WORD.test(word) || SIZE.test(word))
  );
}

const UNWANTED_CLASS =
  /(?:^|[\s_-])(?:avatar|emoji|wp-smiley|smiley|tracking|pixel|byline|author[\s_-]+(?:avatar|photo|picture|pic|image|img|thumb))(?:[\s_-]|$)/i;
const UNWANTED_ALT = /^\s*(?:avatar(?: photo)?|(?:author|profile) (?:avatar|photo|picture|image))\s*$/i;
const HIDDEN =
  /(?:^|[;\s])(?:(?:max-)?(?:width|height)\s*:\s*[01](?:\.\d+)?(?:px)?\s*(?:;|!|$)|display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top)\s*:\s*-\d{3,})/i;
const QUERY_SIZES = /[?&](?:w|h|width|height)=(\d+)(?=&|$)/gi;

interface ImageAttributes {
  width?: string | number | undefined;
  height?: string | number | undefined;
  class?: string | undefined;
  style?: string | undefined;
  alt?: string | undefined;
  hidden?: string | undefined;
}

/** Returns a length in pixels, or `null` for a share or an invalid one. */
const toPixels = (length: string | number | undefined): number | null =>
  /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/i.test(`${length}`) ? Number.parseFloat(`${length}`) : null;

/** Returns `true` for an image that is no part of the article: one that counts visitors, a picture of the author or an emoji. */
export function isUnwantedImage(url: string, attributes: ImageAttributes = {}): boolean {
  const { hostname, pathname, search } = new URL(url);
  const { width, height, class: classes = '', style = '', alt = '', hidden } = attributes;
  const sizes = [...search.matchAll(QUERY_SIZES)].map(([, size]) => Number(size));
  return (
    hidden !== undefined ||
    [width, height].some((length) => (toPixels(length) ?? Number.POSITIVE_INFINITY) <= 1) ||
    UNWANTED_CLASS.test(classes) ||
    UNWANTED_ALT.test(alt) ||
    HIDDEN.test(style) ||
    UNWANTED_HOST.test(hostname) ||
    GOOGLE_PROFILE.test(hostname + pathname) ||
    [UNWANTED_FOLDER, TRACKING_FOLDER, UNWANTED_FILE].some((pattern) => pattern.test(pathname)) ||
    isEmptyFile(pathname) ||
    (sizes.length > 0 && sizes.every((size) => size <= 1))
  );
}

/** Smaller images are icons; square ones up to the second size are pictures of authors. */
const MIN_SIDE = 50;
const MIN_SQUARE_SIDE = 129;

/** Returns `true` if an article can be shown with this image: it is neither unwanted nor an icon. */
export function canLead(url: string, attributes: ImageAttributes = {}): boolean {
  const [width, height] = [toPixels(attributes.width), toPixels(attributes.height)];
  const isSmall = [width, height].some((side) => side !== null && side < MIN_SIDE);
  const isSquare = width !== null && width === height && width < MIN_SQUARE_SIDE;
  return (
    !isSmall &&
    !isSquare &&
    !/\.(?:svgz?|ico)$/i.test(new URL(url).pathname) &&
    !isUnwantedImage(url, attributes)
  );
}

/** Returns the first image of several that can be shown with an article. */
export const pickImage = (
  images: readonly (ImageAttributes & { url?: string | undefined })[],
): string | null =>
  images.find(({ url, ...size }) => {
    // Relative URLs are resolved later.
    const absolute = toImageUrl(url, 'https://relative.example/');
    return absolute !== null && canLead(absolute, size);
  })?.url ?? null;
